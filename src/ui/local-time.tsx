import { formatUtc } from './amounts.ts';
import { useTexts } from './texts.tsx';

/**
 * A moment, in UTC without script; the early script rewrites it into the reader's own zone and
 * the UTC form stays in the title.
 */
export function LocalTime({ atMs }: { atMs: number }) {
  const { lang } = useTexts();
  const utc = formatUtc(lang, atMs);
  return (
    // The early script may have rewritten the text before React arrives.
    <time dateTime={new Date(atMs).toISOString()} title={utc} data-local="" suppressHydrationWarning>
      {utc}
    </time>
  );
}
