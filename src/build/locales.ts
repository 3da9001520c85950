import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPacks } from '#src/i18n/packs.ts';
import { PSEUDO_LOCALE, pseudoPack } from '#src/i18n/pseudo-pack.ts';
import { DEFAULT_LOCALE } from '#src/i18n/texts.ts';
import { folderResources } from '#src/resources.ts';
import { reportOf } from './locale-report.ts';

/**
 * `npm run locales`: what is to be mended in every language; `npm run locales -- de pl` in these. With `--pseudo`
 * writes the made-up language into locales/, for the next build to offer.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const packs = openPacks(folderResources(ROOT));
const wishes = process.argv.slice(2);
const unknown = wishes.filter((wish) => wish !== '--pseudo' && !packs.locales.includes(wish));

if (unknown.length > 0) refuse();
else if (wishes.includes('--pseudo')) writePseudoPack();
else report(wishes.length > 0 ? wishes : packs.locales);

function refuse(): void {
  console.error(`unknown: ${unknown.join(', ')}. There are: ${packs.locales.join(', ')}`);
  process.exitCode = 1;
}

function report(locales: readonly string[]): void {
  const found = locales.map((locale) => [locale, reportOf(ROOT, locale)] as const);
  for (const [locale, problems] of found) {
    console.log(problems.length === 0 ? `${locale}: complete` : `${locale}: ${problems.length} to mend`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  process.exitCode = found.some(([, problems]) => problems.length > 0) ? 1 : 0;
}

function writePseudoPack(): void {
  const file = join('locales', `${PSEUDO_LOCALE}.json`);
  writeFileSync(join(ROOT, file), `${JSON.stringify(pseudoPack(packs.read(DEFAULT_LOCALE)), null, 2)}\n`);
  console.log(`${file} is written: build, and open a page with ?locale=${PSEUDO_LOCALE}`);
}
