import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, RESTART_KEYS } from '#src/config/change.ts';
import { KEY_PATHS } from '#src/config/schema.ts';
import { everyKey } from './every-key.ts';
import { load, sampleSecret } from './load-sample.ts';

function valuesOf(sample: Parameters<typeof load>[0]) {
  const loaded = load(sample);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return loaded.value.values;
}

test('what has not changed is no change, secrets included', () => {
  const change = changeOf(valuesOf(everyKey), valuesOf(everyKey));
  assert.deepEqual([change.changed, change.waiting], [[], []]);
});

test('a secret that has changed is seen, though no two of them can be told apart when printed', () => {
  const env = { ...everyKey.env, HUSHLINK_MAIL_SMTP: 'smtps://robin:0ther@[2001:db8::25]' };
  const { changed, waiting } = changeOf(valuesOf(everyKey), valuesOf({ ...everyKey, env }));
  assert.deepEqual([changed, waiting], [['mail.smtp'], []]);
  const other = {
    ...everyKey.env,
    HUSHLINK_SITE_SECRET: [...sampleSecret].toReversed().join('').replace(/^=+/, '').padEnd(sampleSecret.length, 'A'),
  };
  assert.deepEqual(changeOf(valuesOf(everyKey), valuesOf({ ...everyKey, env: other })).waiting, ['site.secret']);
});

test('keys that hold until a restart keep their values, and all others get the new ones', () => {
  const [before, after] = [valuesOf({}), valuesOf(everyKey)];
  const { values, changed, waiting } = changeOf(before, after);
  assert.deepEqual([...waiting].sort(), [...RESTART_KEYS].sort());
  for (const path of KEY_PATHS) {
    assert.equal(values[path], (RESTART_KEYS.has(path) ? before : after)[path], path);
    assert.ok(changed.includes(path) !== waiting.includes(path) || path === 'authentication.signup_domains', path);
  }
});
