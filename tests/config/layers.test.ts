import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentName, KEY_PATHS } from '#src/config/schema.ts';
import { configOf, loaded, refusals, sampleSecret } from './load-sample.ts';

test('a file of the operator is laid over the default and changes only what it names', () => {
  const config = configOf({ own: 'secrets:\n  passphrase:\n    tries: 3\n' });
  assert.equal(config.secrets.passphrase.maxTries, 3);
  assert.equal(config.secrets.passphrase.maxDelaySeconds, 30);
});

test('an alias of keys or of a value stands for what it names', () => {
  const own = `
limits:
  per_address: &few { create: 5, reveal: &most 7 }
  per_account: *few
secrets: { ttl_options: [&hour 1h, *hour, 2d], default_ttl: *hour, passphrase: { tries: *most } }
`;
  const { limits, secrets } = configOf({ own });
  assert.deepEqual([limits.perAddress.create, limits.perAccount.create, limits.perAccount.reveal], [5, 5, 7]);
  assert.deepEqual([secrets.ttlOptionsSeconds, secrets.defaultTtlSeconds], [[3600, 172_800], 3600]);
  assert.equal(secrets.passphrase.maxTries, 7);
});

test('one section may be written in parts, each of its keys once', () => {
  const own = 'site.name: A\nsite: { tagline: B }\nstore: { wait_replicas: 0 }\nstore.address: sqlite:./a.db\n';
  const { site, store } = configOf({ own });
  assert.deepEqual([site.name, site.tagline, store], ['A', 'B', { kind: 'sqlite', path: '/srv/a.db' }]);
});

test('the environment wins over the file', () => {
  const config = configOf({ own: 'secrets: { default_ttl: 1h }', env: { HUSHLINK_SECRETS_DEFAULT_TTL: '2h' } });
  assert.equal(config.secrets.defaultTtlSeconds, 7200);
});

test('a comma too many in a variable adds nothing to a list', () => {
  const env = { HUSHLINK_SECRETS_TTL_OPTIONS: '1h,, 2d,', HUSHLINK_API_CORS_ORIGINS: ',' };
  const { secrets, api } = configOf({ env });
  assert.deepEqual([secrets.ttlOptionsSeconds, api.corsOrigins], [[3600, 172_800], []]);
});

test('an empty file, an empty section and an empty variable change nothing', () => {
  assert.deepEqual(configOf({ own: '# nothing yet\n' }), configOf());
  assert.deepEqual(configOf({ own: 'secrets:\n  # default_ttl: 1h\n' }), configOf());
  assert.deepEqual(configOf({ env: { HUSHLINK_SITE_HOST: '', HUSHLINK_CONFIG: ' ' } }), configOf());
});

test('every key can be set by the environment name made of its path', () => {
  assert.equal(environmentName('secrets.passphrase.max_lock'), 'HUSHLINK_SECRETS_PASSPHRASE_MAX_LOCK');
  const env = Object.fromEntries(KEY_PATHS.map((path) => [environmentName(path), '\u0007,']));
  const refused = refusals({ env }).map((text) => text.split(' ')[0]);
  assert.deepEqual(new Set(refused), new Set(KEY_PATHS.map(environmentName)));
});

test('PORT and HOST are understood, and our own names win over them', () => {
  const customary = configOf({ env: { PORT: '8080', HOST: '0.0.0.0' } }).listen;
  assert.deepEqual([customary.port, customary.host], [8080, '0.0.0.0']);
  const both = { PORT: '8080', HUSHLINK_LISTEN_PORT: '9090', HOST: '0.0.0.0', HUSHLINK_LISTEN_HOST: '::1' };
  const ours = configOf({ env: both }).listen;
  assert.deepEqual([ours.port, ours.host], [9090, '::1']);
});

test('durations, sizes and lists are read from text', () => {
  const config = configOf({
    env: {
      HUSHLINK_LISTEN_DRAIN: '1m',
      HUSHLINK_SECRETS_DEFAULT_TTL: '3d',
      HUSHLINK_SECRETS_TTL_OPTIONS: '1h, 300,7d',
      HUSHLINK_SECRETS_SENDER_COPY: '0',
      HUSHLINK_LIMITS_BODY_BYTES: '2MiB',
      HUSHLINK_SECRETS_GENERATED_CHARACTER_SETS: 'digits',
    },
  });
  assert.equal(config.listen.drainMs, 60_000);
  assert.equal(config.secrets.defaultTtlSeconds, 259_200);
  assert.deepEqual(config.secrets.ttlOptionsSeconds, [300, 3600, 604_800]);
  assert.equal(config.secrets.senderCopySeconds, 0);
  assert.equal(config.limits.bodyLimitBytes, 2_097_152);
  assert.deepEqual(config.secrets.generated.characterSets, ['digits']);
});

test('the store follows the data folder unless it is named', () => {
  const moved = configOf({ env: { HUSHLINK_DATA: '/var/lib/hushlink' } });
  assert.deepEqual(moved.store, { kind: 'sqlite', path: '/var/lib/hushlink/hushlink.db' });
  const named = configOf({ env: { HUSHLINK_DATA: '/var/lib/hushlink', HUSHLINK_STORE: 'sqlite:./other.db' } });
  assert.deepEqual(named.store, { kind: 'sqlite', path: '/srv/other.db' });
});

test('the scheme is https as soon as the site has a host, unless it says otherwise', () => {
  assert.equal(configOf().site.scheme, 'http');
  assert.equal(configOf({ own: 'site: { host: secrets.example.com }' }).site.scheme, 'https');
  assert.equal(configOf({ own: 'site: { host: secrets.example.com, scheme: http }' }).site.scheme, 'http');
});

test('the host is kept as browsers write it', () => {
  assert.equal(configOf({ own: 'site: { host: "Secrets.Example.COM:0443" }' }).site.host, 'secrets.example.com');
  assert.equal(configOf({ own: 'site: { host: "secrets.example.com:8443" }' }).site.host, 'secrets.example.com:8443');
  assert.equal(configOf({ own: 'site: { host: "bücher.example" }' }).site.host, 'xn--bcher-kva.example');
  assert.equal(configOf({ own: 'site: { host: "[::1]:3000" }' }).site.host, '[::1]:3000');
});

test('a secret is read from the file its variable names, without the newline at its end', () => {
  const env = { HUSHLINK_SITE_SECRET_FILE: '/run/secrets/site', HUSHLINK_STORE_FILE: 'store.txt' };
  const files = { '/run/secrets/site': `${sampleSecret}\n`, '/srv/store.txt': 'redis://:hunter2@cache:6379/1\n' };
  const config = configOf({ env, files });
  assert.equal(config.site.secret?.reveal().toString('base64'), sampleSecret);
  assert.ok(config.store.kind === 'redis');
  assert.equal(config.store.url.reveal(), 'redis://:hunter2@cache:6379/1');
});

test('a site secret is the same in base64, base64url without padding and hex', () => {
  const bytes = Buffer.from(sampleSecret, 'base64');
  for (const text of [
    sampleSecret,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]) {
    const { secret } = configOf({ env: { HUSHLINK_SITE_SECRET: text } }).site;
    assert.deepEqual(secret?.reveal(), bytes);
  }
});

test('an unknown HUSHLINK_ variable warns, with the name that was meant, and stops nothing', () => {
  const env = { HUSHLINK_SECRETS_DEFAULT_TLL: 'value', HUSHLINK_SERVICE_HOST: '10.0.0.7', OTHER: 'x' };
  assert.deepEqual(loaded({ env }).warnings, [
    'HUSHLINK_SECRETS_DEFAULT_TLL is not a variable of Hushlink; hint: did you mean HUSHLINK_SECRETS_DEFAULT_TTL?',
    'HUSHLINK_SERVICE_HOST is not a variable of Hushlink',
  ]);
});

test('only what is secret is read from a file: elsewhere a name that ends so is unknown, and the file is not looked at', () => {
  const { warnings, config } = loaded({ env: { HUSHLINK_LISTEN_PORT_FILE: '/nowhere', HUSHLINK_LISTEN_PORT: '3001' } });
  assert.match(warnings.join(), /^HUSHLINK_LISTEN_PORT_FILE is not a variable of Hushlink/);
  assert.equal(config.listen.port, 3001);
});

test('what the commands for secrets read is no stranger to a server that a shell starts beside them', () => {
  const names = ['PROFILE', 'SERVER', 'USER', 'TOKEN', 'TOKEN_FILE', 'TIMEOUT', 'TTL', 'PASSPHRASE'];
  const env = Object.fromEntries(names.map((name) => [`HUSHLINK_${name}`, 'x']));
  assert.deepEqual(loaded({ env }).warnings, []);
});

test('a default lifetime above the plan is announced together with what is used instead', () => {
  const { warnings, config } = loaded({ own: 'secrets: { default_ttl: 14d }' });
  assert.deepEqual(warnings, ['secrets.default_ttl is more than plans.anonymous.ttl; 604800 is used instead']);
  assert.equal(config.secrets.defaultTtlSeconds, 1_209_600);
});

test('a plan that allows none of the lifetimes on offer is announced', () => {
  const { warnings } = loaded({ own: 'secrets: { default_ttl: 60 }\nplans: { anonymous: { ttl: 60 } }' });
  assert.deepEqual(warnings, [
    'secrets.ttl_options are all more than plans.anonymous.ttl; the form offers none of them',
  ]);
});

test('generated passwords that are longer than a plan takes are announced, by the name of its size', () => {
  const paid = '{ id: tiny, name: Tiny, monthly: { dollars: 1 }, annually: { dollars: 9 }, ttl: 60, size: 15 }';
  const warningsOf = (length: number) =>
    loaded({
      own: `plans: { enabled: true, anonymous: { size: 12 }, basic: { size: 16 }, paid: [${paid}] }\nsecrets: { default_ttl: 60, generated: { length: ${length} } }`,
    }).warnings.filter((warning) => warning.startsWith('secrets.generated'));
  assert.deepEqual(warningsOf(12), []);
  assert.deepEqual(warningsOf(16), [
    'secrets.generated.length is more than plans.anonymous.size; a password of that length is refused there',
    'secrets.generated.length is more than the size of tiny in plans.paid; a password of that length is refused there',
  ]);
});

test('the variables of the client commands are known to a server too', () => {
  const env = {
    HUSHLINK_SERVER: 'http://localhost',
    HUSHLINK_USER: 'a',
    HUSHLINK_TOKEN: 'b',
    HUSHLINK_PASSPHRASE: 'c',
  };
  assert.deepEqual(loaded({ env }).warnings, []);
});

test('that nobody can share, by pages or from those of other sites, is warned of', () => {
  const closed = 'secrets: { create: { allowed: signed-in } }\n';
  const foreign = '  cors_origins: [https://app.example.org]\n';
  const warningsOf = (own: string) => loaded({ own }).warnings;
  assert.deepEqual(warningsOf(closed), []);
  assert.deepEqual(warningsOf(`${closed}authentication: { enabled: false }`), [
    'secrets.create.allowed lets nobody share without authentication.enabled',
  ]);
  assert.deepEqual(warningsOf(`api:\n${foreign}`), []);
  assert.deepEqual(warningsOf(`${closed}api:\n${foreign}`), [
    'api.cors_origins does nothing without secrets.create.allowed: anyone',
  ]);
  assert.deepEqual(warningsOf(`api:\n  enabled: false\n${foreign}`), [
    'api.cors_origins does nothing without api.enabled',
  ]);
});

test('what a refused variable is told to be like is taken by it, and in YAML as YAML has it', () => {
  const keys = [
    ...(['listen.trusted_proxies', 'secrets.create.networks', 'secrets.generated.character_sets'] as const),
    ...(['api.cors_origins', 'domains.resolvers', 'domains.private_networks'] as const),
  ];
  for (const key of keys) {
    const [name, written] = [environmentName(key), `${key.replaceAll('.', ': { ')}: `];
    const own = (value: string) => ({ own: written + value + ' }'.repeat(key.split('.').length - 1) });
    const [asVariable = '', inYaml = ''] = [{ env: { [name]: '[?]' } }, own("['?']")].map(
      (sample) => /such as '([^']+)'/.exec(refusals(sample).join())?.[1],
    );
    assert.deepEqual(loaded({ env: { [name]: asVariable } }).values[key], loaded(own(inYaml)).values[key], name);
  }
  assert.match(
    refusals({ env: { HUSHLINK_SITE_TRANSLATORS: 'de' } }).join(),
    /hint: such as .*, in a variable as JSON$/,
  );
});
