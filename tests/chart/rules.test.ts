import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customKinds } from './custom-kinds.ts';
import { complaintsOf } from './kubernetes.ts';
import { breachesOf, podOf } from './pod-security.ts';
import { readQuery } from './queries.ts';
import { type Manifest, manifest } from './render.ts';
import { sites } from './values.ts';

// What the other tests lean on has to find what is wrong.

/** A copy with something changed. */
function changed(original: Manifest, change: (copy: Manifest) => void): Manifest {
  const copy = structuredClone(original);
  change(copy);
  return copy;
}

test('a field that Kubernetes does not know is found, however deep, and so are wrong types and missing fields', async () => {
  const deployment = await manifest(sites.redis, 'Deployment');
  assert.deepEqual(complaintsOf(deployment), []);
  const typo = changed(deployment, ({ spec }) => {
    spec.template.spec.containers[0].livenessProbe.httpGet.pth = '/';
    spec.template.spec.contaners = [];
  });
  const path = '/spec/template/spec';
  assert.deepEqual(complaintsOf(typo), [
    `${path}/containers/0/livenessProbe/httpGet/pth: no such field`,
    `${path}/contaners: no such field`,
  ]);
  const wrong = changed(deployment, ({ spec }) => {
    spec.replicas = '3';
    spec.selector = undefined;
  });
  assert.match(complaintsOf(wrong).join(), /\/spec\/replicas.*integer/);
  assert.match(complaintsOf(wrong).join(), /selector/);
});

test('a name, a label or a kind that no server takes is found', async () => {
  const service = await manifest(sites.embedded, 'Service');
  const named = changed(service, ({ metadata }) => Object.assign(metadata, { name: 'Not_a_name' }));
  assert.deepEqual(complaintsOf(named), ['/metadata/name: Not_a_name']);
  const labelled = changed(service, ({ metadata }) => Object.assign(metadata.labels!, { team: 'not so' }));
  assert.deepEqual(complaintsOf(labelled), ['/metadata/labels: team: not so']);
  const unknown = changed(service, (copy) => Object.assign(copy, { kind: 'Servce' }));
  assert.deepEqual(complaintsOf(unknown), ['no schema for v1 Servce']);
});

test('kinds that are not of Kubernetes itself are looked at as strictly', async () => {
  const kinds = { ServiceMonitor: 'endpoints', PrometheusRule: 'groups', HTTPRoute: 'parentRefs' };
  for (const [kind, member] of Object.entries(kinds)) {
    const right = await manifest(sites.whole, kind);
    assert.deepEqual(complaintsOf(right), []);
    const typo = changed(right, ({ spec }) => Object.assign(spec, { typo: 1 }));
    assert.deepEqual(complaintsOf(typo), ['/spec/typo: no such field']);
    const empty = changed(right, ({ spec }) => Object.assign(spec, { [member]: [] }));
    assert.deepEqual(complaintsOf(empty), [`/spec/${member}: fewer than 1`]);
    const without = changed(right, ({ spec }) => delete spec[member]);
    assert.deepEqual(complaintsOf(without), [`/spec/${member}: missing`]);
  }
  assert.equal(Object.keys(customKinds).length, Object.keys(kinds).length);
});

const loosened: Readonly<Record<string, (pod: ReturnType<typeof podOf>) => void>> = {
  'no namespace of the host': (pod) => Object.assign(pod, { hostPID: true }),
  'no port of the host': ({ containers }) => Object.assign(containers[0].ports[0], { hostPort: 80 }),
  'no volume of the host': ({ volumes }) => volumes.push({ name: 'etc', hostPath: { path: '/etc' } }),
  'not privileged': ({ containers }) => Object.assign(containers[0].securityContext, { privileged: true }),
  'no more privileges': ({ containers }) => delete containers[0].securityContext.allowPrivilegeEscalation,
  'no capabilities': ({ containers }) => Object.assign(containers[0].securityContext.capabilities, { add: ['CHOWN'] }),
  'not as root': (pod) => delete pod.securityContext.runAsNonRoot,
  'a user of a high number, where one is named': (pod) => Object.assign(pod.securityContext, { runAsUser: 1000 }),
  'system calls through a filter': ({ containers }) =>
    Object.assign(containers[0].securityContext, { seccompProfile: { type: 'Unconfined' } }),
  'its own view of /proc': ({ containers }) => Object.assign(containers[0].securityContext, { procMount: 'Unmasked' }),
  'no system settings': (pod) => Object.assign(pod.securityContext, { sysctls: [{ name: 'a', value: 'b' }] }),
  'no labels of SELinux or AppArmor of its own': (pod) =>
    Object.assign(pod.securityContext, { appArmorProfile: { type: 'Unconfined' } }),
  'a root filesystem that cannot be written': ({ containers }) =>
    delete containers[0].securityContext.readOnlyRootFilesystem,
  'no token of the cluster': (pod) => delete pod.automountServiceAccountToken,
  'no variables for every Service': (pod) => delete pod.enableServiceLinks,
  'a share of the node that is known': ({ containers }) => delete containers[0].resources.limits,
  'no shell': ({ containers }) => Object.assign(containers[0], { command: ['sh', '-c', 'sleep 5'] }),
};

for (const [promise, loosen] of Object.entries(loosened)) {
  test(`a pod that breaks this is found: ${promise}`, async () => {
    const right = await manifest(sites.embedded, 'StatefulSet');
    assert.deepEqual(breachesOf(right), []);
    assert.deepEqual(breachesOf(changed(right, (copy) => loosen(podOf(copy)))), [`hushlink: ${promise}`]);
  });
}

test('of a query the series are read, with their labels, and nothing else', () => {
  const query =
    'sum by (le, pod) (rate(a_total{job="x{y}", route!~"/(a|b)"}[5m])) / on(pod) max(b{}) > 1 unless c_sum == 2';
  assert.deepEqual(readQuery(query), {
    series: [
      { name: 'a_total', labels: ['job', 'route'] },
      { name: 'b', labels: [] },
      { name: 'c_sum', labels: [] },
    ],
    groups: ['le', 'pod', 'pod'],
  });
});
