import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibleNodes } from './heard.ts';
import { linkMailedTo, openMailbox, openPeopleStage, PASSWORD } from './people-stage.ts';
import { fill, open, press, pressAndGo, pressTwice, see } from './screens.ts';

const { mailbox, env } = await openMailbox();
const stage = await openPeopleStage({ ...env, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'false' });
const { url } = stage.server;

test('who presses twice to sign up has one account, whose first link and password work', async (t) => {
  const address = 'twice@example.com';
  const page = await stage.visitor(t);
  await open(page, `${url}/signup`);
  await fill(page, '#u', address);
  await fill(page, '#p', PASSWORD);
  await page.click('[name=agree]');
  await Promise.all([page.waitForNavigation(), pressTwice(page)]);
  await open(page, await linkMailedTo(mailbox, address, /^\/secret\//));
  await press(page, 'Click to continue');
  await page.waitForSelector('::-p-aria([name="Sign in"][role="link"])');
  await pressAndGo(page, 'Sign in', 'link');
  await fill(page, '#u', address);
  await fill(page, '#p', PASSWORD);
  await pressAndGo(page, 'Sign in');
  await see(page, 'Create a secret link');
});

test('as long as nothing was sent no field is read out as wrong, not even what must be ticked [WCAG 4.1.2]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/signup`);
  const nodes = await accessibleNodes(page);
  assert.ok(nodes.some(({ role }) => role?.value === 'checkbox'));
  const wrong = nodes.filter(({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'invalid' && value.value !== 'false'),
  );
  assert.deepEqual(
    wrong.map(({ role, name }) => `${role?.value}: ${name?.value}`),
    [],
  );
});
