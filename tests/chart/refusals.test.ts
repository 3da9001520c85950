import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { environmentName, SECRET_KEYS } from '#src/config/schema.ts';
import { BUCKETS_SECONDS } from '#src/metrics/request-counts.ts';
import { chart, manifestsIn, refusalOf, renderChart, runHelm, template } from './render.ts';
import { containerIn } from './started.ts';
import { isMap, laidOver, sites, type Values, valueAt, valuesText } from './values.ts';

type Row = readonly [path: string, value: unknown, says: string | RegExp, on?: Values];

const { embedded, redis, whole } = sites;
/** Of a request that takes longer, metrics do not tell how much longer. */
const longestTold = Math.max(...BUCKETS_SECONDS);
const withoutCpu = laidOver(redis, valueAt('resources.requests.cpu', null));
const named = { config: { site: { host: 'secrets.example.com' } } };

/** What the schema says: where, and what is allowed. */
const bySchema: readonly Row[] = [
  ['imagee', {}, "at '': additional properties 'imagee' not allowed"],
  ['image.name', 'x', "at '/image': additional properties 'name' not allowed"],
  ['image.repository', 'Registry Example', "at '/image/repository': 'Registry Example' does not match"],
  ['image.pullPolicy', 'Sometimes', "value must be one of 'Always', 'IfNotPresent', 'Never'"],
  ['image.digest', 'sha256:abc', "at '/image/digest'"],
  ['image.pullSecrets', ['registry'], "at '/image/pullSecrets/0': got string, want object"],
  ['fullnameOverride', 'Not A Name', "at '/fullnameOverride'"],
  ['fullnameOverride', '9hush', "at '/fullnameOverride'"],
  ['fullnameOverride', 'hush.example', "at '/fullnameOverride'"],
  ['fullnameOverride', 'a'.repeat(64), "at '/fullnameOverride'"],
  ['commonLabels', { team: 7 }, "at '/commonLabels/team': got number, want string"],
  ['config.site.hsot', 'x', "at '/config/site': additional properties 'hsot' not allowed"],
  ['config.sight', {}, "at '/config': additional properties 'sight' not allowed"],
  ['config.api.enabled', 'yes', "at '/config/api/enabled': got string, want boolean"],
  ['config.listen.drain', '25 seconds', "at '/config/listen/drain': '25 seconds' does not match"],
  ['config.listen.drain', '0100', "at '/config/listen/drain': '0100' does not match"],
  ['config.listen.drain_delay', -1, "at '/config/listen/drain_delay': minimum: got -1, want 0"],
  ['listenHost', 'all', "at '/listenHost'"],
  ['store.kind', 'postgres', "at '/store/kind': value must be one of 'sqlite', 'redis'"],
  ['store.waitReplicas', 11, 'maximum: got 11, want 10', redis],
  ['persistence.size', 'large', "at '/persistence/size': 'large' does not match"],
  ['persistence.accessModes', [], "at '/persistence/accessModes': minItems: got 0, want 1"],
  ['persistence.whenDeleted', 'Perhaps', "value must be one of 'Retain', 'Delete'"],
  ['secrets.siteSecret.name', 'x', "at '/secrets/siteSecret': additional properties 'name' not allowed"],
  ['secrets.smtp', { value: 'x' }, "at '/secrets': additional properties 'smtp' not allowed"],
  ['secrets.siteSecret.key', 'with space', "at '/secrets/siteSecret/key'"],
  ['replicas', -1, "at '/replicas': minimum: got -1, want 0"],
  ['replicas', 1.5, "at '/replicas': got number, want integer"],
  ['strategy.maxSurge', 'many', "at '/strategy/maxSurge': 'many' does not match"],
  ['autoscaling.targetCpuPercent', 0, "at '/autoscaling/targetCpuPercent': minimum: got 0, want 1"],
  ['podDisruptionBudget.minAvailable', 1, "additional properties 'minAvailable' not allowed"],
  ['topologySpreadConstraints', [{ maxSkew: 1 }], "missing properties 'topologyKey', 'whenUnsatisfiable'"],
  ['resources.limits.memory', '1 GB', "at '/resources/limits/memory': '1 GB' does not match"],
  ['resources.claims', [], "at '/resources': additional properties 'claims' not allowed"],
  ['probes.liveness.path', '/', "at '/probes/liveness': additional properties 'path' not allowed"],
  ['probes.readiness.periodSeconds', 0, 'minimum: got 0, want 1'],
  ['runAs.user', 0, "at '/runAs/user': minimum: got 0, want 10,000"],
  ['serviceAccount.create', 'no', "at '/serviceAccount/create': got string, want boolean"],
  ['extraEnv', [{ value: 'x' }], "missing property 'name'"],
  ['extraEnv', [{ name: 'TRIES', value: 3 }], "at '/extraEnv/0/value': got number, want string"],
  ['service.type', 'ExternalName', "value must be one of 'ClusterIP', 'NodePort', 'LoadBalancer'"],
  ['service.port', 70_000, 'maximum: got 70,000, want 65,535'],
  ['internal.port', 80, "at '/internal/port': minimum: got 80, want 1,024"],
  ['ingress.hosts', ['Not_A_Name'], "at '/ingress/hosts/0'"],
  ['ingress.tls', [{ secret: 'x' }], "at '/ingress/tls/0': additional properties 'secret' not allowed"],
  ['httpRoute.parentRefs', [{ namespace: 'x' }], "missing property 'name'"],
  ['networkPolicy.dns.ports', [], "at '/networkPolicy/dns/ports': minItems: got 0, want 1"],
  ['networkPolicy.internalFromNamespaces', 'monitoring', 'got string, want array'],
  ['serviceMonitor.interval', 'often', "at '/serviceMonitor/interval': 'often' does not match"],
  ['prometheusRule.errorRatio', 2, "at '/prometheusRule/errorRatio': maximum: got 2, want 1"],
  [
    'prometheusRule.slowSeconds',
    longestTold,
    `at '/prometheusRule/slowSeconds': exclusiveMaximum: got ${longestTold}, want ${longestTold}`,
  ],
  ['dashboard.labels.grafana_dashboard', 1, 'got number, want string'],
];

/** What the chart itself says, where values do not go together: what is wrong, and what to do. */
const byChart: readonly Row[] = [
  ['replicas', 2, /replicas is 2, but the embedded store .* set replicas to 1, or store\.kind to redis/],
  ['nameOverride', 'hush.example', /a Service cannot be named hush-hush\.example: .*; set fullnameOverride/],
  ['autoscaling.enabled', true, /autoscaling\.enabled needs Redis/],
  ['autoscaling', { enabled: true, minReplicas: 9 }, /minReplicas must not be above autoscaling\.maxReplicas/, redis],
  ['autoscaling.enabled', true, /autoscaling\.enabled needs resources\.requests\.cpu/, withoutCpu],
  ['strategy', { maxSurge: 0, maxUnavailable: '0%' }, /must not both be 0/],
  ['store.kind', 'redis', /nothing says where it is: set store\.address, or secrets\.store/],
  ['store.address', 'redis://cache', /store\.kind is sqlite, but there is an address of a Redis/],
  ['store.waitReplicas', 1, /store\.waitReplicas is for Redis/],
  ['store.address', 'redis://:hunter2@cache', /holds a user or a password.* use secrets\.store/, redis],
  ['store.address', 'cache:6379', /must begin with redis:\/\/, rediss:\/\//, redis],
  ['store.address', 'redis://cache', /store\.address and secrets\.store are both set/, whole],
  ['secrets.siteSecret.existingSecret', '', /every pod needs the same site secret/, redis],
  ['secrets.siteSecret.value', 'hunter2', /siteSecret has both existingSecret and value/, redis],
  ['secrets.stripeKey.existingSecret', 'pay', /stripeKey and secrets\.webhookSecret go together/],
  ['secrets.mailSmtp.existingSecret', 'smtp', /config\.mail\.from must say who mails come from/],
  ['config.data', '/var', /config\.data is set by the chart: see persistence/],
  ['config.store', 'redis://cache', /config\.store is set by the chart: see store/],
  ['config.listen.port', 80, /config\.listen\.port is set by the chart: see service\.port/],
  ['config.listen.host', '::', /config\.listen\.host is set by the chart: see listenHost/],
  ['config.listen.internal_port', 9, /config\.listen\.internal_port is set by the chart: see internal\.port/],
  ['config.listen.internal_host', '::', /config\.listen\.internal_host is set by the chart: see listenHost/],
  ['config.domains.resolvers', ['192.0.2.1:65536'], /resolvers names port 65536: a port is 1 to 65535/],
  ['config.domains.resolvers', '192.0.2.1, [2001:db8::1]:0', /resolvers names port 0: a port is 1 to 65535/],
  ['config.domains.tls_port', 0, /config\.domains\.tls_port is 0: a port is 1 to 65535/],
  ['config.domains.tls_port', 70_000, /config\.domains\.tls_port is 70000: a port is 1 to 65535/],
  ['extraEnv', [{ name: 'HUSHLINK_DATA', value: '/x' }], /HUSHLINK_DATA, which the chart decides: see persistence/],
  ['extraEnv', [{ name: 'HUSHLINK_LISTEN_DRAIN', value: '9m' }], /set config\.listen\.drain, from which the grace/],
  ['internal.port', 3000, /internal\.port must not be 3000/],
  [
    'serviceMonitor',
    { enabled: true },
    /serviceMonitor\.enabled needs internal\.enabled/,
    { internal: { enabled: false } },
  ],
  [
    'prometheusRule',
    { enabled: true },
    /prometheusRule\.enabled needs internal\.enabled/,
    { internal: { enabled: false } },
  ],
  ['serviceMonitor.interval', '5s', /scrapeTimeout \(10s\) must not be above serviceMonitor\.interval \(5s\)/, whole],
  ['serviceMonitor.scrapeTimeout', '31000ms', /scrapeTimeout \(31000ms\) must not be above/, whole],
  ['extraVolumes', [{ name: 'config', emptyDir: {} }], /extraVolumes holds config, a name that the chart uses/],
  [
    'extraVolumes',
    [{ name: 'secrets', emptyDir: {} }],
    /extraVolumes holds secrets, a name that the chart uses/,
    redis,
  ],
  [
    'extraVolumeMounts',
    [{ name: 'disk', mountPath: '/data' }],
    /extraVolumeMounts holds \/data, where the chart mounts/,
  ],
  ['ingress.enabled', true, /ingress\.enabled needs a name: set config\.site\.host/],
  ['httpRoute', { enabled: true, parentRefs: [{ name: 'outer' }] }, /httpRoute\.enabled needs a name/],
  ['httpRoute.enabled', true, /parentRefs must name the Gateway/, named],
];

for (const [path, value, says, on = embedded] of [...bySchema, ...byChart]) {
  test(`${path}: ${JSON.stringify(value)} is refused, and the sentence says why`, async () => {
    const refusal = await refusalOf(laidOver(on, valueAt(path, value)));
    assert.ok(typeof says === 'string' ? refusal.includes(says) : says.test(refusal), refusal);
    assert.doesNotMatch(refusal, /hunter2/);
  });
}

test('a release whose name no Service can have is refused, unless the names are given', async () => {
  const named = (release: string, values = {}) => runHelm(['template', release, chart, '--values', '-'], values);
  for (const release of ['9hush', 'hush.example']) {
    const { code, stderr } = await named(release);
    assert.notEqual(code, 0);
    assert.match(stderr, new RegExp(`a Service cannot be named ${release}-hushlink: .*; set fullnameOverride`));
    assert.equal((await named(release, { fullnameOverride: 'hush' })).code, 0);
  }
});

test('where there is a limit of CPU, of which Kubernetes makes the request, pods are scaled by it', async () => {
  const limited = { autoscaling: { enabled: true }, resources: { limits: { cpu: '1' } } };
  assert.equal((await template(laidOver(withoutCpu, limited))).code, 0);
});

test('a name that the chart could use, and does not on this site, is free', async () => {
  const extraVolumes = [{ name: 'secrets', emptyDir: {} }];
  assert.match(await renderChart({ extraVolumes }), /- emptyDir: \{\}\n +name: secrets\n/);
});

test('every place where the chart mounts a volume itself is refused to others, and below it is none', async () => {
  const places = Array.from((await renderChart(redis)).matchAll(/mountPath: (\S+)/g), ([, place = '']) => place);
  assert.equal(places.length, 4);
  for (const mountPath of places) {
    const mounting = (place: string) => laidOver(redis, { extraVolumeMounts: [{ name: 'x', mountPath: place }] });
    assert.match(await refusalOf(mounting(mountPath)), /extraVolumeMounts holds /);
    assert.equal((await template(mounting(`${mountPath}/x`))).code, 0);
  }
});

test('what is left empty in the values is none, or refused by its name', async () => {
  for (const [path, says] of emptied()) {
    const { code, stderr } = await template(laidOver(named, valueAt(path, null)));
    assert.ok(code === 0 || stderr.includes(says), `${path}: ${stderr}`);
  }
});

test('a secret is refused in the ConfigMap, and among the variables, whichever it is', async () => {
  for (const key of SECRET_KEYS) {
    const refusal = await refusalOf(valueAt(`config.${key}`, 'hunter2'));
    assert.match(refusal, new RegExp(`config\\.${key.replace('.', '\\.')} is (a secret|set by the chart)`));
    for (const end of ['', '_FILE']) {
      const name = `HUSHLINK_${key.toUpperCase().replaceAll('.', '_')}${end}`;
      const other = await refusalOf({ extraEnv: [{ name, value: 'hunter2' }] });
      assert.match(other, new RegExp(`extraEnv holds ${name}, which is a secret`));
      assert.doesNotMatch(refusal + other, /hunter2/);
    }
  }
});

test('a site by an address, or in letters that are not of DNS, is refused where Kubernetes has to take its name', async () => {
  const httpRoute = { enabled: true, parentRefs: [{ name: 'outer' }] };
  for (const name of ['bücher.example', '10.0.0.5', '[2001:db8::1]']) {
    for (const port of ['', ':8443']) {
      const site = { config: { site: { host: `${name}${port}` } } };
      for (const way of [{ ingress: { enabled: true } }, { httpRoute }]) {
        const refusal = await refusalOf({ ...site, ...way });
        assert.ok(refusal.includes(`.enabled needs a name that Kubernetes takes, and config.site.host is ${name}: `));
      }
      const named = {
        ingress: { enabled: true, hosts: ['a.example'] },
        httpRoute: { ...httpRoute, hostnames: ['a.example'] },
      };
      for (const taken of [{}, named]) assert.equal((await template({ ...site, ...taken })).code, 0);
    }
  }
});

/** Keys by which the chart makes other things than the ConfigMap. */
const FOLLOWED = [
  ...(['listen.drain', 'listen.drain_delay', 'site.host', 'domains.enabled', 'domains.tls_port'] as const),
  ...(['api.enabled', 'secrets.create.allowed', 'secrets.create.networks'] as const),
];

test('what the chart sets itself, and what other things in it follow from, is refused among the variables', async () => {
  const set = await Promise.all(
    Object.values(sites).map(async (site) => Object.keys(containerIn(manifestsIn(await renderChart(site))).env)),
  );
  const names = new Set([...set.flat(), ...FOLLOWED.map(environmentName)]);
  assert.ok(names.size > 10);
  for (const name of names) {
    const refusal = await refusalOf({ extraEnv: [{ name, value: '1' }] });
    assert.match(refusal, new RegExp(`extraEnv holds ${name}, which (is a secret|the chart decides): \\S`));
  }
});

/** Every value, down to the second step, with what is said where it cannot be left empty. */
function emptied(): readonly (readonly [path: string, says: string])[] {
  const values: Values = parse(valuesText);
  return Object.entries(values).flatMap(([name, below]) => {
    const members = isMap(below) && name !== 'config' ? Object.keys(below) : [];
    return [
      [name, `at '': missing property '${name}'`] as const,
      ...members.map((member) => [`${name}.${member}`, `at '/${name}': missing property '${member}'`] as const),
    ];
  });
}
