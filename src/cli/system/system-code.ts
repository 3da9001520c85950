/** What `fetch` says of a port that it never connects to (Fetch Standard, 2.9); that error has no code. */
export const BAD_PORT = 'bad port';

/**
 * The short name that the system gives an error (`ENOENT`, `ECONNREFUSED`), also in its causes; or `bad port`; else
 * the name of its class. `fetch` always throws a TypeError: there its cause gives the name, `HTTPParserError`.
 */
export function systemCode(error: unknown): string {
  return codeWithin(error, 3) ?? (error instanceof Error ? kindOf(error) : 'unknown');
}

function kindOf({ name, cause }: Error): string {
  return name === 'TypeError' && cause instanceof Error && cause.name !== 'Error' ? cause.name : name;
}

/** Whether it says that the other side's certificate is not to be trusted; an alert is its word on ours. */
export function isUntrusted(code: string): boolean {
  return /CERT|SIGNATURE/.test(code) && !code.includes('_ALERT_');
}

function codeWithin(error: unknown, depth: number): string | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.message === BAD_PORT) return BAD_PORT;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeWithin(inner, depth - 1);
}
