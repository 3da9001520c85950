import { type ServedFile, type ServedList, sha256Of } from '#src/http/served-list.ts';
import type { Coding, Instance } from './instance.ts';

/** One thing that is not as in the list. The kinds are a contract. */
export interface Difference {
  readonly kind: 'missing' | 'changed' | 'page' | 'policy' | 'loads';
  /** Where on the site. */
  readonly path: string;
  /** What is there instead, in one harmless line. */
  readonly detail: string;
}

const CODINGS: readonly Coding[] = ['identity', 'br', 'gzip'];
const AT_ONCE = 6;

/** The files of the list that are not served, or that differ in any of the codings a browser may ask for. */
export async function differingFiles(instance: Instance, { files }: ServedList): Promise<readonly Difference[]> {
  const found: (Difference | null)[] = [];
  const waiting = files.entries();
  const worker = async () => {
    for (const [index, file] of waiting) found[index] = await difference(instance, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found.filter((one) => one !== null);
}

async function difference(instance: Instance, { path, sizeBytes, sha256 }: ServedFile): Promise<Difference | null> {
  for (const coding of CODINGS) {
    const { status, body } = await instance.get(path, { coding, maxBytes: sizeBytes });
    if (status !== 200) return { kind: 'missing', path, detail: String(status) };
    if (body === null || sha256Of(body) !== sha256) return { kind: 'changed', path, detail: coding };
  }
  return null;
}
