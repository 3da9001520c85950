import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createLanguageSwitch } from '#src/islands/language-switch/model.ts';
import { updateLocale } from '#src/islands/settings/api.ts';
import { createNetwork, json, t } from './samples.ts';

function setUp(...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('') });
  const done: string[] = [];
  const model = createLanguageSwitch({
    locales: ['en', 'de'],
    updateLocale: (locale) => updateLocale(client, locale, t),
    reload: () => done.push('reload'),
    log: (message) => done.push(message),
  });
  return { ...network, model, done };
}

test('the switch tells the server the language and loads the page anew [INFO-30]', async () => {
  const { model, sent, done } = setUp(json({ success: true, new_locale: 'de', old_locale: 'en' }));
  await model.switchTo('de');
  assert.deepEqual([sent[0]?.url, sent[0]?.fields.locale], ['/api/v2/account/update-locale', 'de']);
  assert.deepEqual(done, ['reload']);
});

test('a code that is not among the supported ones is asked of nobody and only logged [I18N-09]', async () => {
  for (const code of ['xx', '', 'DE', '__proto__', 'de ']) {
    const { model, sent, done } = setUp();
    await model.switchTo(code);
    assert.deepEqual([sent.length, done], [0, ['There is no such language here']], code);
  }
});

test('a switch that fails is logged and can be tried again [ERR-22 I18N-09]', async () => {
  for (const answer of [new Error('offline'), json({ message: 'no' }, 422), json({}, 500), new Response('<html>')]) {
    const { model, done } = setUp(answer, json({ success: true }));
    await model.switchTo('de');
    assert.deepEqual(done, ['The language was not switched']);
    await model.switchTo('de');
    assert.equal(done.at(-1), 'reload');
  }
});

test('a page that came without a token gets one with the refusal, and the switch succeeds [INFO-30]', async () => {
  const refused = json({ error_type: 'BadShrimp', shrimp: 'fresh' }, 422);
  const { model, sent, done } = setUp(refused, json({ success: true }));
  await model.switchTo('de');
  assert.deepEqual(
    sent.map(({ fields }) => fields.shrimp),
    ['', 'fresh'],
  );
  assert.deepEqual(done, ['reload']);
});

test('pressing twice asks once', async () => {
  const { model, sent, done } = setUp(json({ success: true }), json({ success: true }));
  await Promise.all([model.switchTo('de'), model.switchTo('en')]);
  assert.deepEqual([sent.length, done], [1, ['reload']]);
});
