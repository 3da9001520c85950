import { fail } from '#src/result.ts';

/** Where a value was read: a line of a file, or a variable of the environment. */
export type ConfigSource =
  | { readonly kind: 'file'; readonly file: string; readonly line: number | null }
  | { readonly kind: 'variable'; readonly name: string };

/** Something in the configuration that stops the start. Never holds the value of a secret key. */
export interface ConfigProblem {
  readonly source: ConfigSource;
  /** Dotted path in the YAML; null when the source as a whole is wrong. */
  readonly key: string | null;
  /** What is allowed, as it reads after the name: 'must be at least 60'. */
  readonly allowed: string;
  /** What stood there, ready to print; null where it says nothing. */
  readonly got: string | null;
  readonly hint: string;
}

export interface ConfigFailure {
  readonly kind: 'config';
  readonly problems: readonly ConfigProblem[];
}

/** What is wrong with a file as a whole. */
export function refusedFile(file: string, allowed: string, hint: string) {
  const problem: ConfigProblem = { source: { kind: 'file', file, line: null }, key: null, allowed, got: null, hint };
  return fail<ConfigFailure>({ kind: 'config', problems: [problem] });
}

/** What the system calls an error: 'EACCES'. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** One line for the operator: `config/hushlink.yaml:14 secrets.default_ttl must be at least 60 (got 0); hint: …`. */
export function problemText(problem: ConfigProblem): string {
  const got = problem.got === null ? '' : ` (got ${problem.got})`;
  return `${nameOf(problem)} ${problem.allowed}${got}; hint: ${problem.hint}`;
}

/** A value as a problem prints it: short, on one line. */
export function printable(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return value;
  if (typeof value === 'object' && !Array.isArray(value)) return 'keys';
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) return `a list of ${value.length}`;
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function nameOf({ source, key }: ConfigProblem): string {
  if (source.kind === 'variable') return source.name;
  const place = source.line === null ? source.file : `${source.file}:${source.line}`;
  return key === null ? place : `${place} ${key}`;
}
