import { readFileSync } from 'node:fs';

/** The text of a file as it stands there. Throws the system's error; of what is no UTF-8 the code says so. */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    // Read all the same, each such letter would be another one, in a name as in a password.
    throw Object.assign(new Error('not UTF-8', { cause }), { code: 'not UTF-8' });
  }
}
