const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** 1536 → '1.5 KiB'. */
export function bytesText(bytes: number): string {
  const at = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1024 ** at;
  return `${value >= 100 || at === 0 ? value.toFixed(0) : value.toFixed(1)} ${UNITS[at]}`;
}
