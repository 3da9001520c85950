/** The short name the system gives an error (`ENOENT`, `ECONNREFUSED`), found in its causes too. */
export function systemCode(error: unknown): string {
  return codeWithin(error, 3) ?? (error instanceof Error ? error.name : 'unknown');
}

function codeWithin(error: unknown, depth: number): string | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeWithin(inner, depth - 1);
}
