import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format, inspect } from 'node:util';
import { stringify } from 'yaml';
import { maskedConfig } from '#src/config/mask.ts';
import { Redacted } from '#src/config/redacted.ts';
import { configOf, sampleSecret } from './load-sample.ts';

const env = { HUSHLINK_SITE_SECRET: sampleSecret, HUSHLINK_STORE: 'redis://app:hunter2@cache:6379/0' };

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
  const config = configOf({ env });
  const hex = Buffer.from(sampleSecret, 'base64').toString('hex');
  for (const print of [
    JSON.stringify(config),
    inspect(config, { depth: 9, showHidden: true }),
    JSON.stringify(maskedConfig(config)),
  ]) {
    for (const secret of ['hunter2', sampleSecret, hex]) assert.ok(!print.includes(secret));
  }
});

test('the shown configuration masks the site secret and the password of the store', () => {
  const shown = maskedConfig(configOf({ env }));
  assert.equal(shown.site.secret, '[redacted]');
  assert.equal(shown.store, 'redis://[redacted]@cache:6379/0');
  assert.equal(maskedConfig(configOf()).site.secret, null);
});

test('the shown configuration can be loaded again and means the same', () => {
  const own =
    'site: { host: "secrets.example.com", tagline: Once. }\nsecrets: { ttl_options: [1h, 5m] }\nlisten: { drain: 5 }';
  const config = configOf({ own });
  assert.deepEqual(configOf({ own: stringify(maskedConfig(config)) }), config);
});
