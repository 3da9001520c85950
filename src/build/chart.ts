// npm run chart:readme: rewrites what the chart says a second time from where it is said first.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import about from '../../package.json' with { type: 'json' };
import { chartValues, withConfigKeys, withDescriptions, withValuesTable, withVersion } from './chart-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');

rewrite('helm/hushlink/Chart.yaml', (text) => withVersion(text, about.version));
const defaults = read('config/hushlink.yaml');
const values = chartValues(read('helm/hushlink/values.yaml'));
rewrite('helm/hushlink/values.schema.json', (text) =>
  withDescriptions(withConfigKeys(text, defaults), values, defaults),
);
rewrite('helm/hushlink/README.md', (text) => withValuesTable(text, values));

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(resolve(ROOT, path), change(read(path)));
}
