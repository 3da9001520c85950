/** What fetch says of the ports that it asks nobody at (Fetch Standard, 2.9); it gives that no code. */
export const BAD_PORT = 'bad port';

/**
 * The short name the system gives an error (`ENOENT`, `ECONNREFUSED`), found in its causes too; or `bad port`; else what
 * kind of error it is. That of `fetch` is always the same, and its cause says more: `HTTPParserError`.
 */
export function systemCode(error: unknown): string {
  return codeWithin(error, 3) ?? (error instanceof Error ? kindOf(error) : 'unknown');
}

function kindOf({ name, cause }: Error): string {
  return name === 'TypeError' && cause instanceof Error && cause.name !== 'Error' ? cause.name : name;
}

/** Whether it names a certificate that is not to be trusted; one that the other side finds in ours is no such. */
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
