import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { chartValues, withConfigKeys, withDescriptions, withValuesTable, withVersion } from '#src/build/chart-files.ts';
import { environmentName, SECRET_KEYS } from '#src/config/schema.ts';
import about from '../../package.json' with { type: 'json' };
import { defaultText } from '../config/load-sample.ts';
import { chart, notesFor, renderChart, runHelm } from './render.ts';
import { sites, valuesText } from './values.ts';

const read = (name: string) => readFileSync(join(chart, name), 'utf8');
const values = chartValues(valuesText);
const remedy = 'run npm run chart:readme';

test('the chart passes lint, warnings counting as errors', async () => {
  const { code, stdout, stderr } = await runHelm(['lint', '--strict', chart]);
  assert.equal(code, 0, stdout + stderr);
  for (const site of Object.values(sites)) {
    const { code: withValues, stdout: said } = await runHelm(['lint', '--strict', chart, '--values', '-'], site);
    assert.equal(withValues, 0, said);
  }
});

test('the version of the chart, and of what it runs, is that of the package', () => {
  const { version, appVersion } = parse(read('Chart.yaml'));
  assert.deepEqual([version, appVersion], [about.version, about.version], remedy);
  assert.equal(withVersion(read('Chart.yaml'), about.version), read('Chart.yaml'));
});

test('every value has a comment', () => {
  const silent = values.filter(({ words, path }) => words === '' && !groups.includes(path));
  assert.deepEqual(
    silent.map(({ path }) => path),
    [],
  );
});

/** What is only a name for what is in it. */
const groups = [...['config.listen', 'resources.requests', 'resources.limits', 'networkPolicy.dns']];

test('the README has the values as values.yaml has them', () => {
  assert.equal(withValuesTable(read('README.md'), values), read('README.md'), remedy);
  assert.ok(read('README.md').includes('| `service.port` | `80` | Its port. |'));
});

test('the schema knows every key of the configuration, and nothing that values.yaml does not', () => {
  const schema = read('values.schema.json');
  assert.equal(withDescriptions(withConfigKeys(schema, defaultText), values, defaultText), schema, remedy);
  const inSchema = Object.keys(JSON.parse(schema).properties).filter((name) => name !== 'global');
  assert.deepEqual(inSchema.toSorted(), Object.keys(parse(valuesText)).toSorted());
});

test('whatever can be set is explained by the schema too, as editors show it', () => {
  const silent: string[] = [];
  const visit = (node: { properties?: object; description?: string }, path: string): void => {
    for (const [name, member] of Object.entries(node.properties ?? {}))
      visit(member, path === '' ? name : `${path}.${name}`);
    if (node.properties === undefined && !node.description && !groups.includes(path)) silent.push(path);
  };
  const schema = JSON.parse(read('values.schema.json'));
  visit(schema, '');
  assert.deepEqual(silent, []);
  assert.match(
    schema.properties.config.properties.site.properties.host.description,
    /^The name people reach this site by/,
  );
});

test('every object in the schema takes no more than it names', () => {
  const { $defs, properties } = JSON.parse(read('values.schema.json'));
  const open: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('properties' in node && !('additionalProperties' in node) && !('required' in node)) open.push(path);
    for (const [name, member] of Object.entries(node)) visit(member, `${path}/${name}`);
  };
  visit($defs, '');
  visit(properties, '');
  assert.deepEqual(open, []);
});

test('every secret that the configuration knows can come from a Secret, as a file', async () => {
  const text = await renderChart(sites.whole);
  for (const key of SECRET_KEYS) assert.ok(text.includes(`- name: ${environmentName(key)}_FILE`), key);
});

test('after an installation people read what to do next, and what they have forgotten', async () => {
  const [alone, whole] = await Promise.all([sites.embedded, sites.whole].map((values) => notesFor(values)));
  assert.match(alone!, /port-forward service\/hush-hushlink 3000:80[\s\S]+helm test --namespace vault hush/);
  assert.match(alone!, /So is the site secret/);
  assert.match(whole!, /will answer at https:\/\/secrets\.example\.com:8443\//);
  assert.doesNotMatch(whole!, /All visitors look like one|Nobody can reach the metrics|volume/);
  const careless = await notesFor({
    config: { site: { host: 'secrets.example.com', scheme: null } },
    ...{ ingress: { enabled: true }, serviceMonitor: { enabled: true } },
  });
  assert.match(
    careless,
    /https:\/\/secrets\.example\.com\/[\s\S]+names no certificate[\s\S]+All visitors look like one[\s\S]+Nobody can reach the metrics/,
  );
});

test('the values that the README shows work', async () => {
  const [many = '', backups = ''] = Array.from(
    read('README.md').matchAll(/```yaml\n([\s\S]+?)```/g),
    ([, yaml]) => yaml,
  );
  assert.match(await renderChart(parse(many)), /kind: Deployment[\s\S]+replicas: 3/);
  const [, flag = '', folder] = /(--key-file) (\/\S+)\/key /.exec(read('README.md')) ?? assert.fail('no backup');
  assert.equal(read('README.md').split(`${flag} ${folder}/key `).length, 3);
  const { extraVolumes, extraVolumeMounts } = parse(backups);
  assert.equal(extraVolumeMounts[0].mountPath, folder);
  const text = await renderChart({ ...sites.embedded, extraVolumes, extraVolumeMounts });
  assert.match(text, /secretName: hush-backup/);
});

test('a site secret of yours, given as the README says, is read from its file, and nobody is told to copy one', async () => {
  const [, name = '', value] = /`--set (secrets\.siteSecret\.existingSecret)=([\w-]+)`/.exec(read('README.md')) ?? [];
  assert.ok(read('README.md').includes(`kubectl create secret generic ${value} --from-literal=site-secret=`), name);
  const values = { ...sites.embedded, secrets: { siteSecret: { existingSecret: value } } };
  assert.match(await renderChart(values), /SITE_SECRET_FILE\n +value: \/run\/secrets\/hushlink\/site-secret/);
  assert.doesNotMatch(await notesFor(values), /which the first start has made/);
});
