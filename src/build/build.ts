// npm run build: what browsers load into static/build, server and command line into dist.
import { resolve } from 'node:path';
import { buildBrowser } from './browser.ts';
import { buildServer } from './server-bundle.ts';

const root = resolve(import.meta.dirname, '../..');

await Promise.all([buildBrowser(root), buildServer(root)]);
