import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPeopleStage } from './people-stage.ts';
import { fill } from './screens.ts';

const stage = await openPeopleStage({});

test('a form that stands refused while the language changes says so in the new one, and in which its reason is [WCAG 2.4.2 3.1.2]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account');
  const send = async (current: string) => {
    await fill(page, '#currentp', current);
    await page.click('form[action="/account/password"] [type=submit]');
    await page.waitForSelector('form[action="/account/password"] [role=alert]');
  };
  const reason = () =>
    page.$eval('form[action="/account/password"] [role=alert] span', (words) => [
      words.textContent,
      words.closest('[lang]')?.getAttribute('lang'),
    ]);
  await fill(page, '#newp', 'winter coat 1987');
  await fill(page, '#newp2', 'winter coat 1987');
  await send('not it at all');
  assert.match(await page.title(), /^Error: Your Account/);
  const [english, lang] = await reason();
  assert.equal(lang, 'en');

  await page.click('[data-settings-open]');
  await page.waitForSelector('dialog[open] select');
  await page.select('#settings-locale', 'de');
  await page.click('dialog[open] form [type=submit]');
  await page.waitForFunction(() => document.documentElement.lang === 'de');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  assert.match(await page.title(), /^Fehler: Ihr Konto/);
  assert.deepEqual(await reason(), [english, 'en']);

  await send('nor is this');
  const [german, newLang] = await reason();
  assert.notEqual(german, english);
  assert.equal(newLang, 'de');
  assert.match(await page.title(), /^Fehler: Ihr Konto/);
});
