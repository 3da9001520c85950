import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './audit.ts';
import { openPeopleStage } from './people-stage.ts';
import { fill, keyboardAt, messageOn, open, press, pressAndGo, see } from './screens.ts';

const stage = await openPeopleStage({
  HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in',
  HUSHLINK_SECRETS_PASSPHRASE_REQUIRED: 'true',
  HUSHLINK_SECRETS_PASSPHRASE_MIN_LENGTH: '12',
});
const { url } = stage.server;

for (const hasScript of [true, false]) {
  const name = hasScript ? 'with JavaScript' : 'without JavaScript';
  test(`${name} a home that is open to customers only says so, and has no form [SHELL-01]`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
    await page.goto(url);
    await see(page, 'Only people who are signed in can share secrets here.');
    assert.equal(await page.$('textarea'), null);
    if (hasScript) await audit(page);
  });
}

test('a passphrase that is too short is asked for at its field, and with a longer one anybody reads', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await fill(page, '#secret', 'from a customer');
  await fill(page, '#passphrase', 'short');
  // Open since it must be filled in; closed by somebody all the same.
  await page.click('details[open] summary');
  await press(page, 'Create a secret link');
  await page.waitForSelector('details[open] #passphrase-error[role=alert]');
  await keyboardAt(page, 'passphrase');
  await audit(page);
  await fill(page, '#passphrase', 'open, sesame, open');
  await pressAndGo(page, 'Create a secret link');
  const link = await page.$eval('output.copy__value', (output) => output.textContent);
  const reader = await stage.visitor(t);
  await open(reader, link);
  await fill(reader, '#passphrase', 'open, sesame, open');
  await press(reader, 'Click to continue');
  assert.equal(await messageOn(reader), 'from a customer');
});
