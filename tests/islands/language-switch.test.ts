import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageSwitch } from '#src/islands/language-switch/model.ts';

function setUp(...outcomes: readonly (string | null)[]) {
  const done: string[] = [];
  const left = [...outcomes];
  const model = createLanguageSwitch({
    locales: ['en', 'de'],
    changeLanguage: async (locale) => {
      done.push(`change to ${locale}`);
      return left.shift() ?? null;
    },
    log: (message) => done.push(message),
    warn: (message) => done.push(`warning: ${message}`),
  });
  return { model, done };
}

test('the switch puts the page into the language [INFO-30]', async () => {
  const { model, done } = setUp(null);
  await model.switchTo('de');
  assert.deepEqual(done, ['change to de']);
});

test('a code that is not among the supported ones is asked of nobody and gives a warning alone [I18N-08 I18N-09]', async () => {
  for (const code of ['xx', '', 'DE', '__proto__', 'de ']) {
    const { model, done } = setUp();
    await model.switchTo(code);
    assert.deepEqual(done, ['warning: There is no such language here'], code);
  }
});

test('a switch that fails is logged and can be tried again [ERR-22 I18N-09]', async () => {
  const { model, done } = setUp('no', null);
  await model.switchTo('de');
  assert.deepEqual(done, ['change to de', 'The language was not switched']);
  await model.switchTo('de');
  assert.equal(done.length, 3);
});

test('pressing twice asks once', async () => {
  const { model, done } = setUp(null, null);
  await Promise.all([model.switchTo('de'), model.switchTo('en')]);
  assert.deepEqual(done, ['change to de']);
});
