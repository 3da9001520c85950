import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { chartValues } from '#src/build/chart-files.ts';
import { valueCases, valuesOf } from './cases.ts';
import { complaintsOf } from './kubernetes.ts';
import { breachesOf } from './pod-security.ts';
import { chart, type Manifest, manifestsIn, renderChart, runHelm } from './render.ts';
import { containerIn, secretVariables, startedConfig } from './started.ts';
import { laidOver, sites, type Values, valuesText } from './values.ts';

test('every value of the chart has a case, and every case a value', () => {
  const values = chartValues(valuesText).filter(({ shown }) => shown !== null);
  assert.deepEqual(new Set(valueCases.map(({ path }) => path)), new Set(values.map(({ path }) => path)));
  assert.ok(valueCases.length >= 60);
});

for (const one of valueCases) {
  test(`${one.path} is heard (${one.on})`, async () => {
    const [without, with_] = valuesOf(one);
    const [before, after] = await Promise.all([renderChart(without), renderChart(with_)]);
    assert.ok(!includes(before, one.shows), 'it is there without the value too');
    assert.ok(includes(after, one.shows), after);
    assertSound(after, with_);
  });
}

for (const [name, values] of Object.entries(sites)) {
  test(`the chart is sound: ${name}`, async () => assertSound(await renderChart(values), values));
}

test('a release, a namespace and a name made of digits stay words', async () => {
  const values = laidOver(sites.whole, { nameOverride: '17', fullnameOverride: 'hush' });
  const args = ['template', '1234', chart, '--namespace', '2030', '--values', '-'];
  const { stdout, stderr } = await runHelm(args, values);
  assert.equal(stderr, '');
  assertSound(stdout, values);
});

test('a limit of null, which is any number, reaches the server', async () => {
  const values = { config: { limits: { per_address: { create: null } } } };
  const text = await renderChart(values);
  assertSound(text, values);
  const { config } = startedConfig(containerIn(manifestsIn(text)));
  assert.equal(config.limits.perAddress.create, null);
});

function includes(text: string, part: string | RegExp): boolean {
  return typeof part === 'string' ? text.includes(part) : part.test(text);
}

/** What holds whatever the values are. */
function assertSound(text: string, values: Values): void {
  const manifests = manifestsIn(text);
  for (const manifest of manifests) {
    const name = `${manifest.kind} ${manifest.metadata.name}`;
    assert.deepEqual([name, ...complaintsOf(manifest)], [name]);
    assert.deepEqual([name, ...breachesOf(manifest)], [name]);
  }
  const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
  assertNothingLeaks(manifests, values);
  assertStarts(manifests);
}

/** No secret is anywhere but in a Secret, in no form that could be guessed from. */
function assertNothingLeaks(manifests: readonly Manifest[], values: Values): void {
  const open = JSON.stringify(manifests.filter(({ kind }) => kind !== 'Secret'));
  const secrets = Object.values((values.secrets ?? {}) as Record<string, { value?: string }>);
  for (const value of secrets.flatMap((secret) => (secret.value ? [secret.value] : []))) {
    const digest = createHash('sha256').update(value);
    for (const form of [value, Buffer.from(value).toString('base64'), digest.digest('hex')]) {
      assert.ok(!open.includes(form));
    }
  }
}

function assertStarts(manifests: readonly Manifest[]): void {
  const container = containerIn(manifests);
  const { config } = startedConfig(container);
  assert.deepEqual([config.listen.port, config.dataFolder], [3000, '/data']);
  assert.equal(config.store.kind, manifests.some(({ kind }) => kind === 'Deployment') ? 'redis' : 'sqlite');
  const stopMs = config.listen.drainDelayMs + config.listen.drainMs;
  assert.equal(container.gracePeriodSeconds, stopMs / 1000 + 10);
  assert.deepEqual(
    secretVariables.filter((name) => container.env[name] !== undefined && name !== 'HUSHLINK_STORE'),
    [],
  );
}
