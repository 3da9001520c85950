import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './judged.ts';

/** Why a mutant that survives does no harm, or is left. */
export interface Reason {
  /** `equivalent`: the program does the same. `left`: it does not, and no test shows it. */
  readonly kind: 'equivalent' | 'left';
  readonly why: string;
}

/** By `mutantName`. */
export type Reasons = ReadonlyMap<string, Reason>;

/** accepted.tsv: source, the line, what stands in it, what came instead, `equivalent` or `left`, why. */
export function readReasons(): Reasons {
  const rows = readFileSync(join(import.meta.dirname, 'accepted.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return new Map(
    rows.map((row) => {
      const [source = '', code = '', original = '', replacement = '', kind, why = ''] = row.split('\t');
      if (kind !== 'equivalent' && kind !== 'left') throw new Error(`accepted.tsv: '${kind}' in ${row}`);
      return [nameOf(source, code, original, replacement), { kind, why }];
    }),
  );
}

/** The same wherever in its source the line stands. */
export function mutantName({ source, code, original, replacement }: Mutant): string {
  return nameOf(source, code, inOneLine(original), inOneLine(replacement));
}

/** Only the first line of what goes over several. */
export function inOneLine(code: string): string {
  const [first = '', ...more] = code.split('\n');
  return `${first.trim().replaceAll('\t', ' ')}${more.length > 0 ? ' …' : ''}`;
}

function nameOf(...parts: readonly string[]): string {
  return parts.join('\t');
}
