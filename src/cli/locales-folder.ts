import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** One folder up from the bundle, two from the source. */
export function localesFolder(): string {
  const candidates = ['..', '../..'].map((up) => join(import.meta.dirname, up, 'locales'));
  return candidates.find((path) => existsSync(path)) ?? 'locales';
}
