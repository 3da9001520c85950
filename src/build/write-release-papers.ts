// npm run release:sbom: dist/sbom.cdx.json and dist/THIRD-PARTY-LICENCES.txt, without building anything.
import { resolve } from 'node:path';
import { writeReleasePapers } from './release-papers.ts';

writeReleasePapers(resolve(import.meta.dirname, '../..'));
