import type callbacks from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';

type Files = typeof callbacks | typeof files;

type Answer = (...args: never) => unknown;

/** Until the end of the test a call of the file system is answered so, whoever has imported it. Once in a test. */
export function answerInstead<T extends Files>(t: TestContext, module: T, name: keyof T, answer: Answer): void {
  const original = module[name];
  Object.assign(module, { [name]: answer });
  syncBuiltinESMExports();
  t.after(() => {
    Object.assign(module, { [name]: original });
    syncBuiltinESMExports();
  });
}

/** No file gets a second name: exFAT, vfat, many of CIFS and FUSE answer like this. */
export function refuseLinks(t: TestContext, code: string, meanwhile: () => void = () => {}): void {
  answerInstead(t, files, 'link', async () => {
    meanwhile();
    throw Object.assign(new Error(`${code}: link`), { code });
  });
}
