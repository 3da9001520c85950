import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configOf, loaded, refusals } from './load-sample.ts';

const regionsHint =
  'such as [{identifier: EU, display_name: European Union, domain: eu.hush.example.org}], in a variable as JSON';

const eu = { identifier: 'EU', display_name: 'European Union', domain: 'eu.hush.example.org', icon: 'flag' };
const us = { identifier: 'US', display_name: 'United States', domain: 'us.hush.example.org', icon: 'globe' };

/** A YAML with these regions; JSON is YAML. */
const regionsOf = (jurisdictions: readonly unknown[], more = {}) => ({
  own: `regions: ${JSON.stringify({ enabled: true, jurisdictions, ...more })}`,
});

test('without any setting there are no custom domains, no regions, no support form and no second port', () => {
  const { domains, regions, incoming, listen } = configOf();
  assert.deepEqual(
    [domains.isEnabled, regions, incoming.recipient, listen.internal],
    [false, { isEnabled: false, jurisdictions: [] }, null, null],
  );
  assert.deepEqual([domains.resolvers, domains.privateNetworks, domains.tlsPort], [[], [], 443]);
});

test('regions come from YAML in the order they stand there, the one this site is in first [REG-04]', () => {
  const { regions } = configOf(regionsOf([eu, us], { current: 'US' }));
  assert.deepEqual(regions, { isEnabled: true, jurisdictions: [us, eu] });
  assert.deepEqual(configOf(regionsOf([eu, us])).regions.jurisdictions, [eu, us]);
  const { icon, ...plain } = us;
  assert.deepEqual(configOf(regionsOf([plain])).regions.jurisdictions, [{ ...plain, icon: 'globe' }]);
});

test('the environment gives regions as JSON [REG-04]', () => {
  const env = {
    HUSHLINK_REGIONS_ENABLED: 'true',
    HUSHLINK_REGIONS_CURRENT: 'US',
    HUSHLINK_REGIONS_JURISDICTIONS: JSON.stringify([eu, us]),
  };
  assert.deepEqual(configOf({ env }).regions, { isEnabled: true, jurisdictions: [us, eu] });
});

test('regions that are off are read and checked all the same', () => {
  const { regions } = configOf(regionsOf([eu, us], { enabled: false, current: 'US' }));
  assert.deepEqual(regions, { isEnabled: false, jurisdictions: [us, eu] });
  assert.equal(refusals(regionsOf([eu, eu], { enabled: false })).length, 2);
});

const cases: readonly (readonly [string, ReturnType<typeof regionsOf> | { env: Record<string, string> }, string])[] = [
  [
    'an icon we do not have names the item and the field',
    regionsOf([eu, { ...us, icon: 'castle' }]),
    `own.yaml:1 regions.jurisdictions item 2: icon must be one of globe, flag, building (got "castle"); hint: ${regionsHint}`,
  ],
  [
    'a missing field names the item and the field',
    regionsOf([{ identifier: 'EU', display_name: 'Europe' }]),
    `own.yaml:1 regions.jurisdictions item 1: domain must be text (got nothing); hint: ${regionsHint}`,
  ],
  [
    'an unknown field is named',
    regionsOf([{ ...eu, colour: 'blue' }]),
    `own.yaml:1 regions.jurisdictions item 1: must not hold colour; hint: ${regionsHint}`,
  ],
  [
    'an item that is no region is shown',
    regionsOf([eu, 'US']),
    `own.yaml:1 regions.jurisdictions must hold identifier, display_name, domain and perhaps icon (got "US"); hint: ${regionsHint}`,
  ],
  [
    'a domain with a scheme is refused, in JSON as in YAML',
    { env: { HUSHLINK_REGIONS_JURISDICTIONS: JSON.stringify([{ ...eu, domain: 'https://eu.example.org' }]) } },
    `HUSHLINK_REGIONS_JURISDICTIONS item 1: domain must be a host name with at most a port (got "https://eu.example.org"); hint: ${regionsHint}`,
  ],
  [
    'what is neither a list nor JSON is refused',
    { env: { HUSHLINK_REGIONS_JURISDICTIONS: 'EU, US' } },
    `HUSHLINK_REGIONS_JURISDICTIONS must be a list (got "EU, US"); hint: ${regionsHint}`,
  ],
  [
    'an identifier with other signs than letters, digits and hyphens is refused',
    regionsOf([{ ...eu, identifier: 'E U' }]),
    `own.yaml:1 regions.jurisdictions item 1: identifier must be letters, digits and hyphens (got "E U"); hint: ${regionsHint}`,
  ],
  [
    'two regions of one name are refused, capitals or not',
    regionsOf([eu, { ...us, identifier: 'eu' }]),
    'own.yaml:1 regions.jurisdictions must not name eu twice (got a list of 2); hint: give each region an identifier of its own',
  ],
  [
    'two regions on one domain are refused',
    regionsOf([eu, { ...us, domain: 'EU.hush.example.org' }]),
    'own.yaml:1 regions.jurisdictions must not name eu.hush.example.org twice (got a list of 2); hint: each region is a site of its own',
  ],
  [
    'a current region that is not listed is refused, with those that are',
    regionsOf([eu, us], { current: 'UK' }),
    'own.yaml:1 regions.current must be an identifier of regions.jurisdictions (got "UK"); hint: one of EU, US',
  ],
  [
    'a current region without any list is refused',
    { env: { HUSHLINK_REGIONS_CURRENT: 'EU' } },
    'HUSHLINK_REGIONS_CURRENT must be an identifier of regions.jurisdictions (got "EU"); hint: list it in regions.jurisdictions',
  ],
  [
    'regions that are on and not listed are refused',
    { env: { HUSHLINK_REGIONS_ENABLED: 'true', HUSHLINK_REGIONS_JURISDICTIONS: '[]' } },
    'HUSHLINK_REGIONS_JURISDICTIONS must not be empty with regions.enabled (got "[]"); hint: list the regions, or set regions.enabled to false',
  ],
  [
    'custom domains without a name of the site are refused',
    { env: { HUSHLINK_DOMAINS_ENABLED: 'true' } },
    'HUSHLINK_DOMAINS_ENABLED must be false without site.host (got "true"); hint: set site.host',
  ],
  [
    'a support form without a mail server is refused',
    { env: { HUSHLINK_INCOMING_RECIPIENT: 'support@example.org' } },
    'HUSHLINK_INCOMING_RECIPIENT must be empty without a mail server (got "support@example.org"); hint: set mail.smtp, or leave incoming.recipient out',
  ],
  [
    'the second port is another one than the first',
    { env: { PORT: '3001', HUSHLINK_LISTEN_INTERNAL_PORT: '3001' } },
    'HUSHLINK_LISTEN_INTERNAL_PORT must not be listen.port (got 3001); hint: any other port, or leave it out for none',
  ],
  [
    'the second port is another one than that of all networks of IPv6 too',
    { env: { PORT: '3001', HOST: '::', HUSHLINK_LISTEN_INTERNAL_PORT: '3001' } },
    'HUSHLINK_LISTEN_INTERNAL_PORT must not be listen.port (got 3001); hint: any other port, or leave it out for none',
  ],
  [
    'a resolver by its name is refused',
    { env: { HUSHLINK_DOMAINS_RESOLVERS: '9.9.9.9, dns.example.org' } },
    `HUSHLINK_DOMAINS_RESOLVERS must be an IP address with at most a port (got "dns.example.org"); hint: such as '9.9.9.9,127.0.0.1:5353'; an empty list is the system's`,
  ],
  [
    'a private network that is none is refused',
    { env: { HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '10.0.0.0/33' } },
    `HUSHLINK_DOMAINS_PRIVATE_NETWORKS must be an IP address or a range such as 10.0.0.0/8 (got "10.0.0.0/33"); hint: such as '10.0.0.0/8', for domains inside a company`,
  ],
  [
    "a passphrase that is only the mask of 'config show' is refused",
    { env: { HUSHLINK_INCOMING_PASSPHRASE: '[redacted]' } },
    "HUSHLINK_INCOMING_PASSPHRASE must be the secret itself, not '[redacted]' (got a value that is not shown); hint: the support people know it; leave it out for none",
  ],
];

for (const [promise, sample, line] of cases) {
  test(promise, () => assert.deepEqual(refusals(sample), [line]));
}

test('no secret is ever the mask of one', () => {
  const env = {
    HUSHLINK_SITE_SECRET: '[redacted]',
    HUSHLINK_STORE: 'redis://[redacted]@cache:6379',
    HUSHLINK_MAIL_SMTP: 'smtp://[redacted]@mail.hush.test:587',
  };
  const lines = refusals({ env });
  assert.equal(lines.length, 3);
  for (const line of lines) assert.match(line, /must be the secret itself, not '\[redacted\]'/);
});

test('resolvers are addresses with or without a port, of both families', () => {
  const all = ['192.0.2.53', '127.0.0.1:5353', '2001:db8::53', '[2001:db8::53]:5353'];
  assert.deepEqual(configOf({ env: { HUSHLINK_DOMAINS_RESOLVERS: all.join(',') } }).domains.resolvers, all);
  for (const wrong of ['[2001:db8::53]', '127.0.0.1:0', '127.0.0.1:65536', '1.2.3', ':53', '[127.0.0.1]:53'])
    assert.equal(refusals({ env: { HUSHLINK_DOMAINS_RESOLVERS: wrong } }).length, 1, wrong);
});

test('both ports may be the same on different addresses, and any free ones', () => {
  const apart = { PORT: '3001', HUSHLINK_LISTEN_INTERNAL_PORT: '3001', HUSHLINK_LISTEN_INTERNAL_HOST: '10.0.0.7' };
  assert.deepEqual(configOf({ env: apart }).listen.internal, { host: '10.0.0.7', port: 3001 });
  assert.equal(refusals({ env: { ...apart, HOST: '0.0.0.0' } }).length, 1);
  assert.equal(configOf({ env: { PORT: '0', HUSHLINK_LISTEN_INTERNAL_PORT: '0' } }).listen.internal?.port, 0);
});

test('the names customers point to follow the name of the site, without its port', () => {
  const own = 'site: { host: "hush.example.org:8443" }\ndomains: { enabled: true }';
  const { clusterHost, clusterName, isEnabled } = configOf({ own }).domains;
  assert.deepEqual([clusterHost, clusterName, isEnabled], ['hush.example.org', 'hush.example.org', true]);
});

test('custom domains without accounts are announced and off', () => {
  const { warnings, config } = loaded({
    own: 'site: { host: hush.example.org }\ndomains: { enabled: true }\nauthentication: { enabled: false }',
  });
  assert.equal(config.domains.isEnabled, false);
  assert.deepEqual(warnings, [
    'domains.enabled does nothing without authentication.enabled: domains belong to customers',
  ]);
});

test('a region whose domain is not the name of this site is announced', () => {
  const { own } = regionsOf([eu, us]);
  const site = (host: string) => loaded({ own: `${own}\nsite: { host: ${host} }` }).warnings;
  for (const same of ['eu.hush.example.org', 'eu.hush.example.org:443']) assert.deepEqual(site(same), []);
  const plain = `${own}\nsite: { host: "eu.hush.example.org:80", scheme: http }`;
  assert.deepEqual(loaded({ own: plain }).warnings, []);
  const off = { HUSHLINK_REGIONS_ENABLED: 'false', HUSHLINK_SITE_HOST: 'us.hush.example.org' };
  assert.deepEqual(loaded({ own, env: off }).warnings, []);
  assert.deepEqual(site('us.hush.example.org'), [
    'regions.current is EU, whose domain eu.hush.example.org is not site.host, us.hush.example.org; set regions.current',
  ]);
});
