const SHAPE: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/** A moment in the reader's language and zone; `timeZone` is the browser's own when left out. */
export function formatLocal(iso: string, lang: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(lang, { ...SHAPE, ...zone }).format(new Date(iso));
}
