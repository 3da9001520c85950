const YES: ReadonlySet<string> = new Set(['true', '1', 'on']);

/** What programs and forms send for yes; as a text in any capitals: Python and PowerShell write 'True' into a form. */
export function isYes(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && YES.has(value.toLowerCase()));
}
