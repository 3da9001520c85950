import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest, notesFor, refusalOf } from './render.ts';
import { laidOver, sites, type Values } from './values.ts';

interface Rule {
  readonly ports?: readonly { readonly port: number | string; readonly protocol?: string }[];
  readonly from?: readonly object[];
  readonly to?: readonly object[];
}

const policyOf = async (values: Values) => (await manifest(values, 'NetworkPolicy')).spec;
const portsOf = (rules: readonly Rule[]) => rules.map(({ ports = [] }) => ports.map(({ port }) => port));

test('a site alone lets visitors in, and itself out to DNS', async () => {
  const { ingress, egress, policyTypes } = await policyOf(sites.embedded);
  assert.deepEqual(policyTypes, ['Ingress', 'Egress']);
  assert.deepEqual(ingress, [{ ports: [{ port: 'http' }] }]);
  assert.deepEqual(egress, [{ ports: ['UDP', 'TCP'].map((protocol) => ({ protocol, port: 53 })) }]);
});

test('what a site is configured for opens what that needs: Redis, mail, payment, certificates of domains', async () => {
  const { egress } = await policyOf(sites.whole);
  assert.deepEqual(portsOf(egress), [[53, 53], [6379], [465, 587], [443], [8443]]);
  const { egress: less } = await policyOf(sites.redis);
  assert.deepEqual(portsOf(less), [[53, 53], [6379]]);
  const { egress: domains } = await policyOf({
    config: { site: { host: 'secrets.example.com' }, domains: { enabled: true } },
  });
  assert.deepEqual(portsOf(domains), [[53, 53], [443]]);
});

test('DNS servers of the configuration are let out to at their ports, and named where the policy sees them', async () => {
  const portsFor = async (resolvers: unknown) =>
    portsOf((await policyOf({ config: { domains: { resolvers } } })).egress);
  const named = [
    '9.9.9.9',
    '127.0.0.1:5353',
    '2001:db8::1:5300',
    '[2001:db8::1]:0054',
    '[2001:db8::2]:5353',
    '9.9.9.10:53',
  ];
  assert.deepEqual(await portsFor(named), [[53, 5353, 54, 53, 5353, 54]]);
  assert.deepEqual(await portsFor('9.9.9.9, 127.0.0.1:5353'), [[53, 5353, 53, 5353]]);
  for (const none of [[], '']) assert.deepEqual(await portsFor(none), [[53, 53]]);
  const extraEnv = [{ name: 'HUSHLINK_DOMAINS_RESOLVERS', value: '127.0.0.1:5353' }];
  assert.match(await refusalOf({ extraEnv }), /set config\.domains\.resolvers, from which the network policy follows/);
});

test('the internal port is open to the namespaces that are named, and to nobody else', async () => {
  const { ingress } = await policyOf(sites.whole);
  const { from, ports } = ingress[1];
  assert.deepEqual(ports, [{ port: 'internal' }]);
  const name = { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['monitoring'] };
  assert.deepEqual(from, [{ namespaceSelector: { matchExpressions: [name] } }]);
  const without = laidOver(sites.whole, { internal: { enabled: false }, serviceMonitor: { enabled: false } });
  const { ingress: closed } = await policyOf(laidOver(without, { prometheusRule: { enabled: false } }));
  assert.equal(closed.length, 1);
});

test('where only some may come in, the test of the release is one of them', async () => {
  const httpFrom = [{ namespaceSelector: { matchLabels: { team: 'edge' } } }];
  const { ingress } = await policyOf({ networkPolicy: { httpFrom } });
  const labels = { 'app.kubernetes.io/instance': 'hush', 'app.kubernetes.io/component': 'test' };
  assert.deepEqual(ingress[0].from, [...httpFrom, { podSelector: { matchLabels: labels } }]);
  const { ingress: without } = await policyOf({ networkPolicy: { httpFrom }, tests: { enabled: false } });
  assert.deepEqual(without[0].from, httpFrom);
});

test('people are told of each port of their Redis that is closed, and not of one that they have opened, however they did', async () => {
  const at = (address: string) => laidOver(sites.redis, { store: { address } });
  const sentinels = at('redis+sentinel://sentinel.example:26379/main');
  const toldOf = (notes: string) =>
    [...notes.matchAll(/add (\d+) to networkPolicy\.redis\.ports/g)].map(([, port]) => port);
  const told = async (values: Values) => toldOf(await notesFor(values));
  assert.deepEqual(await told(sentinels), ['26379']);
  assert.deepEqual(await told(at('rediss+sentinel://a.example,b.example/main/2')), ['26379']);
  assert.deepEqual(await told(at('rediss://redis.example:6380/1')), ['6380']);
  assert.deepEqual(await told(at('redis+cluster://a.example:7000,[2001:db8::1]:7001,[2001:db8::2]')), ['7000', '7001']);
  assert.deepEqual(await told(at('redis://redis6380')), []);
  const withPassword = (value: string) => laidOver(at(''), { secrets: { store: { value } } });
  assert.deepEqual(await told(withPassword('rediss://main:a,b:7000@redis.example:6380/1')), ['6380']);
  assert.deepEqual(await told(withPassword('redis://:7000@redis.example')), []);
  const reached = [
    await notesFor(laidOver(sentinels, { networkPolicy: { redis: { ports: [26_379] } } })),
    await notesFor(sentinels, ['networkPolicy.redis.ports={6379,26379}']),
    await notesFor(laidOver(at('redis://redis.example:6380'), { networkPolicy: { enabled: false } })),
  ];
  for (const notes of reached) {
    assert.match(notes, /will answer|has no name yet/);
    assert.deepEqual(toldOf(notes), []);
  }
});

test('an Ingress and a route lead to the Service by the name of the site, without its port', async () => {
  const ingress = await manifest(sites.whole, 'Ingress');
  const [{ host, http }] = ingress.spec.rules;
  assert.deepEqual(
    [host, http.paths[0].backend.service],
    ['secrets.example.com', { name: 'hush-hushlink', port: { name: 'http' } }],
  );
  const route = await manifest(sites.whole, 'HTTPRoute');
  assert.deepEqual(route.spec.hostnames, ['secrets.example.com']);
  assert.deepEqual(route.spec.rules[0].backendRefs, [{ name: 'hush-hushlink', port: 80 }]);
});

test('a name in capitals goes out in lower case, which alone Kubernetes takes', async () => {
  const values = laidOver(sites.whole, { config: { site: { host: 'Secrets.Example.COM:8443' } } });
  assert.equal((await manifest(values, 'Ingress')).spec.rules[0].host, 'secrets.example.com');
  assert.deepEqual((await manifest(values, 'HTTPRoute')).spec.hostnames, ['secrets.example.com']);
});
