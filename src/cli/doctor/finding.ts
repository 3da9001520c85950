/** What was looked at; a contract of `--json`. */
export type CheckName =
  | 'version'
  | 'user'
  | 'descriptors'
  | 'config'
  | 'data'
  | 'disk'
  | 'store'
  | 'mail'
  | 'dns'
  | 'server'
  | 'site'
  | 'clock';

/** One line of the answer. Never holds a secret of the configuration. */
export interface Finding {
  readonly check: CheckName;
  /** 'warn' works, but hardly as meant; 'fail' does not work. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What helps; null where nothing has to. */
  readonly hint: string | null;
}

/** What is not fine, and the way out of it. */
export interface Said {
  readonly message: string;
  readonly hint: string;
}

export function fine(check: CheckName, message: string): Finding {
  return { check, status: 'ok', message, hint: null };
}

export function warning(check: CheckName, said: Said): Finding {
  return { check, status: 'warn', ...said };
}

export function failure(check: CheckName, said: Said): Finding {
  return { check, status: 'fail', ...said };
}

/** What was wrong, or else that nothing was. */
export function orFine(found: readonly (Finding | null)[], other: Finding): readonly Finding[] {
  const findings = found.filter((finding) => finding !== null);
  return findings.length > 0 ? findings : [other];
}
