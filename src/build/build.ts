// npm run build: what browsers load into static/build, server and command line into dist.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listServed, SERVED_LIST } from '#src/http/served-list.ts';
import { folderResources } from '#src/resources.ts';
import about from '../../package.json' with { type: 'json' };
import { buildBrowser } from './browser.ts';
import { writeReleasePapers } from './release-papers.ts';
import { buildServer } from './server-bundle.ts';

const root = resolve(import.meta.dirname, '../..');

await Promise.all([buildBrowser(root), buildServer(root)]);
writeFileSync(
  join(root, SERVED_LIST),
  `${JSON.stringify(listServed(folderResources(root), about.version), null, 2)}\n`,
);
writeReleasePapers(root);
