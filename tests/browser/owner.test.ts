import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { audit } from './audit.ts';
import { openPeopleStage } from './people-stage.ts';
import { contentOf, keyboardAt, messageOn, open, press, pressAndGo, see, textOf } from './screens.ts';

const stage = await openPeopleStage();
const { url } = stage.server;
const BEFORE = 'If you view it, your recipient will not be able to see it.';
const AFTER = 'You viewed your own secret.';
const LEAVE = 'Navigate away when done.';

const says = async (page: Page, text: string) => (await textOf(page)).includes(text);

test('an owner is warned before and told afterwards, can put both away, and leaves nothing to the recipient [REV-11 REV-12 REV-13 REV-14]', async (t) => {
  const owner = await stage.member();
  const { secretKey } = await owner.share('mine after all');
  const page = await stage.enter(t, owner, `/secret/${secretKey}`);
  await see(page, BEFORE);
  await audit(page);
  await press(page, 'Dismiss');
  assert.equal(await says(page, BEFORE), false);
  await keyboardAt(page, /^A message for you\./);
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'mine after all');
  await see(page, AFTER);
  await audit(page);
  await press(page, 'Dismiss');
  assert.deepEqual([await says(page, AFTER), await messageOn(page)], [false, 'mine after all']);
  await keyboardAt(page, 'This message is for you');
  await see(page, LEAVE);
  await press(page, 'Dismiss');
  assert.equal(await says(page, LEAVE), false);
  const recipient = await stage.visitor(t);
  await open(recipient, `${url}/secret/${secretKey}`);
  await see(recipient, 'That information is no longer available');
});

test('nobody else is told whose secret it is [REV-12]', async (t) => {
  const { secretKey } = await (await stage.member()).share('for somebody else');
  const page = await stage.enter(t, await stage.member(), `/secret/${secretKey}`);
  assert.equal(await says(page, BEFORE), false);
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'for somebody else');
  assert.equal(await says(page, AFTER), false);
});

test('without script an owner is warned before and told afterwards too [REV-12 REV-13]', async (t) => {
  const owner = await stage.member();
  const { secretKey } = await owner.share('mine after all');
  const page = await stage.enter(t, owner, `/secret/${secretKey}`, { hasScript: false });
  await see(page, BEFORE);
  await pressAndGo(page, 'Click to continue');
  await see(page, AFTER);
  assert.equal(await contentOf(page, '#message'), 'mine after all');
});
