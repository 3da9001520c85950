import { chmodSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildBrowser } from '#src/build/browser.ts';
import { PSEUDO_LOCALE, pseudoPack } from '#src/i18n/pseudo-pack.ts';
import { type Cleanup, temporaryFolder } from './temp.ts';

const root = resolve(import.meta.dirname, '../..');
const COPIED = ['config', 'dist', 'locales', 'src', 'static', 'views', 'package.json', 'tsconfig.json'];

/** The built program with the made-up language beside the others: the path of what starts it. */
export async function makePseudoProgram(t: Cleanup): Promise<string> {
  const folder = temporaryFolder(t);
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const english = JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8'));
  writeFileSync(join(folder, `locales/${PSEUDO_LOCALE}.json`), JSON.stringify(pseudoPack(english)));
  await buildBrowser(folder);
  const program = join(folder, 'hushlink');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'dist/hushlink.js')}' "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}
