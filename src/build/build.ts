// npm run build: what browsers load into static/build, server and command line into dist.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listServed, SERVED_LIST } from '#src/http/served-list.ts';
import { folderResources } from '#src/resources.ts';
import about from '../../package.json' with { type: 'json' };
import { buildBrowser } from './browser.ts';
import { writeReleasePapers } from './release-papers.ts';
import { buildServer } from './server-bundle.ts';

const ROOT = resolve(import.meta.dirname, '../..');

await Promise.all([buildBrowser(ROOT), buildServer(ROOT)]);
writeFileSync(
  join(ROOT, SERVED_LIST),
  `${JSON.stringify(listServed(folderResources(ROOT), about.version), null, 2)}\n`,
);
writeReleasePapers(ROOT);
