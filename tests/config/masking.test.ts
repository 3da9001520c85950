import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format, inspect, isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import type { LoadedConfig } from '#src/config/load.ts';
import { maskedConfig } from '#src/config/mask.ts';
import { Redacted } from '#src/config/redacted.ts';
import { KEY_PATHS, SECRET_KEYS } from '#src/config/schema.ts';
import { readYamlLayer } from '#src/config/yaml-layer.ts';
import { everyKey, secretWords, unset } from './every-key.ts';
import { loaded, refusals, type Sample } from './load-sample.ts';

test('a redacted value prints as such in every way, and is given back only on demand', () => {
  const value = new Redacted('hunter2');
  const { Symbol: _, ...spread } = { ...value, Symbol: 0 };
  const prints = [
    `${value}`,
    String(value),
    JSON.stringify({ value }),
    inspect({ value }),
    format('%s %o %j', value, value, value),
  ];
  for (const print of [...prints, JSON.stringify(spread), Object.values(value).join()])
    assert.doesNotMatch(print, /hunter2/);
  assert.equal(JSON.stringify({ value }), '{"value":"[redacted]"}');
  assert.equal(inspect(value), '[redacted]');
  assert.equal(value.reveal(), 'hunter2');
});

test('a configuration can be printed in any way without giving its secrets away', () => {
  const { config, values } = loaded(everyKey);
  const spellings = secretWords.map((word) => Buffer.from(word, 'base64').toString('hex'));
  for (const one of [config, values, maskedConfig(values, config)]) {
    for (const print of [JSON.stringify(one), inspect(one, { depth: 9, showHidden: true }), stringify(one)]) {
      for (const secret of [...secretWords, ...spellings]) assert.ok(!print.includes(secret), secret);
    }
  }
});

test('a secret in the braces of a template that nobody has filled in is not in a warning either', (t) => {
  const { mock } = t.mock.method(process, 'emitWarning', () => undefined);
  assert.match(refusals({ own: 'site: { secret: {{ hunter2 }} }' }).join(), /^own\.yaml:1 site\.secret must be text/);
  assert.deepEqual(mock.calls, []);
});

test('the shown configuration masks every secret key, and the name of an account with its password', () => {
  const masked = [...SECRET_KEYS].map((path) => [path, shown(everyKey).get(path)]);
  assert.deepEqual(Object.fromEntries(masked), {
    'site.secret': '[redacted]',
    'site.previous_secrets': ['[redacted]', '[redacted]'],
    store: 'redis://[redacted]@cache:6379/3',
    'mail.smtp': 'smtps://[redacted]@[2001:db8::25]:465',
    'incoming.passphrase': '[redacted]',
    'billing.stripe_key': '[redacted]',
    'billing.webhook_secret': '[redacted]',
  });
  const open = shown({ own: 'mail: { smtp: "smtp://mail.hush.test", from: a@hush.test }' });
  assert.equal(open.get('mail.smtp'), 'smtp://mail.hush.test:587');
  assert.deepEqual([open.get('site.secret'), open.get('incoming.passphrase')], [null, null]);
});

test('the sample sets every key to something else than its default', () => {
  const [before, after] = [shown(), shown(everyKey)];
  const same = KEY_PATHS.filter((path) => isDeepStrictEqual(before.get(path), after.get(path)));
  assert.deepEqual(same, unset);
});

test('every key is shown under its name in the YAML, in the order of the schema, as YAML can write it', () => {
  for (const sample of [{}, everyKey]) {
    const { config, values } = loaded(sample);
    const masked = maskedConfig(values, config);
    assert.deepEqual(parse(stringify(masked)), masked);
    assert.deepEqual([...shown(sample).keys()], KEY_PATHS);
  }
});

test('what is shown of a list of regions is the list', () => {
  assert.deepEqual(shown(everyKey).get('regions.jurisdictions'), [
    { identifier: 'EU', display_name: 'European Union', domain: 'eu.hush.example.org', icon: 'flag' },
    { identifier: 'US', display_name: 'United States: east', domain: 'hush.example.org:8443', icon: 'globe' },
  ]);
});

test('what follows from other keys is shown as it is in effect', () => {
  const site = shown({ own: 'site: { host: "Hush.Example.org:443" }\ndomains: { enabled: true }' });
  const names = ['site.host', 'site.scheme', 'domains.cluster_host', 'domains.cluster_name'];
  const host = 'hush.example.org';
  assert.deepEqual(
    names.map((name) => site.get(name)),
    [host, 'https', host, host],
  );
  assert.deepEqual([site.get('data'), site.get('store')], ['/srv/data', 'sqlite:/srv/data/hushlink.db']);
});

test('the shown configuration can be loaded again and means the same, once its secrets are put in', () => {
  const verified =
    'mail: { smtp: "smtp://mail.hush.test", from: a@hush.test }\nauthentication: { signup_domains: [a.example] }';
  const longName = `${'x'.repeat(60)}.${'y'.repeat(20)}.example.com`;
  const hosts = ['secrets.example.com:443', 'localhost:3000', '10.0.0.5:3000', '[::1]:3000', longName];
  const named = hosts.map((host) => ({ own: `site: { host: "${host}" }` }));
  for (const sample of [{}, ...named, { own: verified }, everyKey]) {
    const { config, values } = loaded(sample);
    const again = loaded({ env: (sample as Sample).env ?? {}, own: stringify(maskedConfig(values, config)) });
    assert.deepEqual(again.config, config);
    assert.deepEqual(secretsOf(again), secretsOf({ config }));
  }
});

/** By their paths. */
function shown(sample: Sample = {}): ReadonlyMap<string, unknown> {
  const { config, values } = loaded(sample);
  const { entries, problems } = readYamlLayer(stringify(maskedConfig(values, config)), 'shown.yaml');
  assert.deepEqual(problems, []);
  return new Map(entries.map(({ path, value }) => [path, value]));
}

function secretsOf({ config }: Pick<LoadedConfig, 'config'>) {
  const { site, store, mail, incoming } = config;
  return [
    site.secret?.reveal(),
    store.kind === 'redis' && store.url.reveal(),
    mail.smtp?.password?.reveal(),
    incoming.passphrase?.reveal(),
  ];
}
