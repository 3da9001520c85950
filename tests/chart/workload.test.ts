import assert from 'node:assert/strict';
import { test } from 'node:test';
import { podOf } from './pod-security.ts';
import { type Manifest, manifest, manifests, manifestsIn, renderChart } from './render.ts';
import { containerIn, startedConfig } from './started.ts';
import { laidOver, sites, type Values } from './values.ts';

const { embedded, redis, whole, ownSecrets } = sites;

async function workloadOf(values: Values): Promise<Manifest> {
  const found = manifestsIn(await renderChart(values)).filter(({ kind }) =>
    ['Deployment', 'StatefulSet'].includes(kind),
  );
  assert.equal(found.length, 1);
  return found[0]!;
}

const containerOf = async (values: Values) => podOf(await workloadOf(values)).containers[0];
const annotationsOf = async (values: Values) => (await workloadOf(values)).spec.template.metadata.annotations;

test('the embedded store is a StatefulSet of one pod with a volume; Redis is a Deployment without', async () => {
  const { kind, spec } = await workloadOf(embedded);
  assert.deepEqual([kind, spec.replicas, spec.volumeClaimTemplates[0].metadata.name], ['StatefulSet', 1, 'data']);
  const other = await workloadOf(whole);
  assert.deepEqual([other.kind, other.spec.replicas], ['Deployment', 3]);
  const data = podOf(other).volumes.find(({ name }: { name: string }) => name === 'data');
  assert.deepEqual(data, { name: 'data', emptyDir: { sizeLimit: '64Mi' } });
});

test('a claim of your own takes the place of the one that would be made', async () => {
  const { spec } = await workloadOf({ persistence: { existingClaim: 'old' } });
  assert.equal(spec.volumeClaimTemplates, undefined);
  const data = spec.template.spec.volumes.find(({ name }: { name: string }) => name === 'data');
  assert.deepEqual(data.persistentVolumeClaim, { claimName: 'old' });
});

test('how many replicas of Redis have to have a write arrives at the server', async () => {
  const { config, warnings } = startedConfig(
    containerIn(manifestsIn(await renderChart(laidOver(redis, { store: { waitReplicas: 2 } })))),
  );
  assert.deepEqual([config.waitReplicas, warnings], [2, []]);
});

test('three probes ask three different questions, at the port for visitors', async () => {
  const { startupProbe, livenessProbe, readinessProbe } = await containerOf(embedded);
  const asked = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
  const paths = ['/startupz', '/livez', '/readyz'];
  assert.deepEqual(
    asked,
    paths.map((path) => ({ path, port: 'http' })),
  );
});

test('a pod is given the time for its whole stop, and no hook holds it up', async () => {
  const pod = podOf(await workloadOf(whole));
  assert.equal(pod.terminationGracePeriodSeconds, 60 + 40 + 10);
  assert.equal(pod.containers[0].lifecycle, undefined);
});

test('a pod is given the time for a stop by the server’s own settings where the values leave it to those', async () => {
  const configs = [{ listen: { drain: null, drain_delay: null } }, { listen: null }, null];
  for (const config of configs) {
    const absent = { config };
    const rendered = manifestsIn(await renderChart(absent));
    const { drainMs, drainDelayMs } = startedConfig(containerIn(rendered)).config.listen;
    const pod = podOf(await workloadOf(absent));
    assert.equal(pod.terminationGracePeriodSeconds, (drainMs + drainDelayMs) / 1000 + 10);
  }
});

test('a stop without delay, however that is written, is given the time of the rest', async () => {
  for (const none of [0, '0', '0s', '0 m']) {
    const pod = podOf(await workloadOf({ config: { listen: { drain_delay: none, drain: '100 s' } } }));
    assert.equal(pod.terminationGracePeriodSeconds, 100 + 10);
  }
});

test('an autoscaler decides how many there are, so the Deployment does not', async () => {
  const values = laidOver(whole, { autoscaling: { enabled: true, maxReplicas: 12 } });
  const { spec, metadata } = await workloadOf(values);
  assert.equal(spec.replicas, undefined);
  const autoscaler = await manifest(values, 'HorizontalPodAutoscaler');
  assert.deepEqual(autoscaler.spec.scaleTargetRef, { apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name });
});

test('a budget is made only where more than one pod may run: for one it would say nothing', async () => {
  const made = async (values: Values) => (await manifests(values, 'PodDisruptionBudget')).length;
  assert.deepEqual(await Promise.all([embedded, redis, whole].map(made)), [0, 0, 1]);
  assert.equal(await made(laidOver(redis, { autoscaling: { enabled: true } })), 1);
});

test('pods spread over zones and nodes, by the labels of their own', async () => {
  const { spec } = await workloadOf(whole);
  const constraints = spec.template.spec.topologySpreadConstraints;
  const keys = constraints.map(({ topologyKey }: { topologyKey: string }) => topologyKey);
  assert.deepEqual(keys, ['topology.kubernetes.io/zone', 'kubernetes.io/hostname']);
  for (const { labelSelector } of constraints) assert.deepEqual(labelSelector, spec.selector);
});

test('whatever changes in configuration or secrets starts pods anew, and nothing else does', async () => {
  const before = await annotationsOf(ownSecrets);
  const sameAgain = await annotationsOf(laidOver(ownSecrets, { replicas: 2 }));
  assert.deepEqual(sameAgain, before);
  const configured = await annotationsOf(laidOver(ownSecrets, { config: { site: { name: 'Ours' } } }));
  assert.notEqual(configured['checksum/config'], before['checksum/config']);
  assert.equal(configured['checksum/secret'], before['checksum/secret']);
  const other = await annotationsOf(laidOver(ownSecrets, { secrets: { incomingPassphrase: { value: 'limpet' } } }));
  assert.notEqual(other['checksum/secret'], before['checksum/secret']);
  assert.equal((await annotationsOf(whole))['checksum/secret'], undefined);
});

test('a Secret is made only for what is given by value', async () => {
  assert.deepEqual(await manifests(whole, 'Secret'), []);
  const [secret] = await manifests(ownSecrets, 'Secret');
  assert.deepEqual(Object.keys(secret!.data).toSorted(), [
    ...['incoming-passphrase', 'mail-smtp', 'previous-secrets', 'site-secret', 'store', 'stripe-key', 'webhook-secret'],
  ]);
});

test('the Services lead to the server and to nothing else', async () => {
  const values = laidOver(whole, { podLabels: { 'app.kubernetes.io/component': 'imposter' } });
  const { spec } = await workloadOf(values);
  const [test] = await manifests(values, 'Pod');
  const chosen = (selector: object, labels: Record<string, string>) =>
    Object.entries(selector).every(([name, value]) => labels[name] === value);
  const services = await manifests(values, 'Service');
  assert.equal(services.length, 2);
  for (const service of services) {
    assert.ok(chosen(service.spec.selector, spec.template.metadata.labels));
    assert.ok(!chosen(service.spec.selector, test!.metadata.labels!));
  }
  assert.ok(chosen(spec.selector.matchLabels, spec.template.metadata.labels));
});

test('metrics are never at the door for visitors, whatever that is', async () => {
  const values = { service: { type: 'LoadBalancer' }, serviceMonitor: { enabled: true } };
  const [outer, internal] = [await manifest(values, 'Service'), await manifest(values, 'Service', 'internal')];
  assert.deepEqual(outer.spec.ports, [{ name: 'http', port: 80, targetPort: 'http' }]);
  assert.deepEqual(internal.spec.type, 'ClusterIP');
  const { spec } = await manifest(values, 'ServiceMonitor');
  assert.equal(spec.endpoints[0].port, internal.spec.ports[0].name);
  for (const [name, value] of Object.entries(spec.selector.matchLabels)) {
    assert.equal(internal.metadata.labels?.[name], value);
  }
  assert.notEqual(outer.metadata.labels?.['app.kubernetes.io/component'], 'internal');
});

test('the test shares, reads and reads again by the program alone, asking for the site by its name', async () => {
  const [pod] = await manifests(whole, 'Pod');
  const { args, image } = pod!.spec.containers[0];
  assert.deepEqual(args, ['selftest', 'http://hush-hushlink.vault.svc:80', '--host', 'secrets.example.com:8443']);
  assert.equal(image, (await containerOf(whole)).image);
  const [nameless] = await manifests(embedded, 'Pod');
  assert.deepEqual(nameless!.spec.containers[0].args.slice(2), ['--host', 'localhost']);
});

test('the test runs where the server may, and bears and waits for the same', async () => {
  const placement = {
    priorityClassName: 'urgent',
    nodeSelector: { pool: 'apps' },
    affinity: { nodeAffinity: {} },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  };
  const values = laidOver(whole, placement);
  const [pod] = await manifests(values, 'Pod');
  for (const { spec } of [pod!, (await workloadOf(values)).spec.template])
    assert.deepEqual(Object.fromEntries(Object.keys(placement).map((key) => [key, spec[key]])), placement);
});

test('where only some may share there is no test, which could not pass', async () => {
  const closed = [
    { secrets: { create: { allowed: 'signed-in' } } },
    { secrets: { create: { networks: ['10.0.0.0/8'] } } },
    { api: { enabled: false } },
  ];
  for (const config of closed) assert.deepEqual(await manifests({ config }, 'Pod'), []);
});

test('long names are cut, and still differ', async () => {
  const values = {
    fullnameOverride: 'a-name-that-goes-on-and-on-until-it-is-as-long-as-names-can-be',
    dashboard: { enabled: true },
  };
  const all = manifestsIn(await renderChart(values));
  assert.ok(all.every(({ metadata }) => metadata.name.length <= 63));
  const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  assert.ok(names.filter((name) => name.startsWith('Service ')).length > 1);
  assert.deepEqual(names, [...new Set(names)]);
});
