import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { contentOf, find, linkOn, pressAndGo, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage({ HUSHLINK_LEGAL_CONTACT_ADDRESS: 'hello@example.org' });
const { server } = stage;
const hasScript = false;
const secret = 'no script\n  has ever seen this: <b> & "ü" 🔑';

/** Writes a secret on the home page and stands on its private page then. */
async function share(page: Page, fields: { readonly passphrase?: string } = {}): Promise<string> {
  await page.goto(server.url);
  await page.type('#secret', secret);
  if (fields.passphrase) {
    await (await page.waitForSelector('summary ::-p-text(Privacy Options)'))?.click();
    await page.type('#passphrase', fields.passphrase);
  }
  await pressAndGo(page, 'Create a secret link*');
  return linkOn(page);
}

test('without JavaScript a secret is written, sent, read once, and seen as received [CRE-28 REV-05 META-14]', async (t) => {
  const sender = await stage.visitor(t, { hasScript });
  const link = await share(sender);
  assert.match(await textOf(sender), /Your link is ready/);
  const recipient = await stage.visitor(t, { hasScript });
  await recipient.goto(link);
  assert.match(await textOf(recipient), /Careful, only see once\./);
  await pressAndGo(recipient, 'Click to continue');
  assert.match(await textOf(recipient), /This message is for you/);
  assert.equal(await contentOf(recipient, '#message'), secret);
  await recipient.goto(link);
  assert.match(await textOf(recipient), /That information is no longer available/);
  await sender.reload();
  assert.match(await textOf(sender), /Somebody opened the link/);
});

test('without JavaScript a password is generated and read [CRE-23]', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(server.url);
  await pressAndGo(page, 'Or generate a random password');
  const password = await contentOf(page, '#own');
  await page.goto(await linkOn(page));
  await pressAndGo(page, 'Click to continue');
  assert.equal(await contentOf(page, '#message'), password);
});

test('without JavaScript a passphrase typed wrong is asked for again', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(await share(page, { passphrase: 'open sesame' }));
  await page.type('#passphrase', 'open simsim');
  await pressAndGo(page, 'Click to continue');
  assert.match(await textOf(page), /Double check that passphrase/);
  await page.type('#passphrase', 'open sesame');
  await pressAndGo(page, 'Click to continue');
  assert.equal(await contentOf(page, '#message'), secret);
});

test('without JavaScript the sender burns a secret', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  const link = await share(page);
  await pressAndGo(page, 'Burn this secret', 'link');
  await pressAndGo(page, 'Burn this secret');
  assert.match(await textOf(page), /You destroyed this secret/);
  await page.goto(link);
  assert.match(await textOf(page), /That information is no longer available/);
});

test('without JavaScript a recipient burns what was not expected', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  const link = await share(page);
  const sendersPage = page.url();
  await page.goto(link);
  await (await page.waitForSelector('summary ::-p-text(Not expecting this?)'))?.click();
  await pressAndGo(page, 'I was not expecting this', 'link');
  await pressAndGo(page, 'Burn it unread');
  assert.match(await textOf(page), /Burned unread/);
  await page.goto(sendersPage);
  assert.match(await textOf(page), /The recipient was not expecting it/);
});

test('without JavaScript a closed section states no lifetime but the chosen one', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(server.url);
  await page.click('.disc:has(#ttl) summary');
  const lifetimes = await page.$$eval('#ttl option', (all) => all.map(({ text }) => text));
  await page.select('#ttl', '300');
  await page.click('.disc:has(#ttl) summary');
  assert.equal(await page.$eval('#ttl', (list) => list.checkVisibility()), false);
  const summary = await textOf(page, '.disc:has(#ttl) summary');
  assert.ok(lifetimes.includes('5 minutes') && lifetimes.length > 1);
  assert.deepEqual(
    lifetimes.filter((lifetime) => lifetime !== '5 minutes' && summary.includes(lifetime)),
    [],
  );
});

test('without JavaScript an empty form says what is missing [CRE-31]', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(server.url);
  await pressAndGo(page, 'Create a secret link*');
  assert.match(await textOf(page), /You did not provide anything to share/);
});

test('without JavaScript a text beside the wrong button comes back as it was typed', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(server.url);
  await page.type('#secret', secret);
  await pressAndGo(page, 'Or generate a random password');
  assert.equal(await contentOf(page, '#secret'), secret);
  await pressAndGo(page, 'Create a secret link*');
  assert.match(await textOf(page), /Your link is ready/);
});

test('without JavaScript a form that is too old comes back with its text, and can be sent again', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(server.url);
  await page.type('#secret', secret);
  const context = page.browserContext();
  await context.setCookie({ name: 'visit', value: 'A'.repeat(22), domain: 'localhost' });
  await pressAndGo(page, 'Create a secret link*');
  assert.match(await textOf(page), /Your form was too old\. Please send it again\./);
  assert.equal(await contentOf(page, '#secret'), secret);
  await pressAndGo(page, 'Create a secret link*');
  assert.match(await textOf(page), /Your link is ready/);
});

test('without JavaScript nothing is offered that would do nothing', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  const shown = async () => {
    const controls = await page.$$('.needs-script, button[type=button]');
    return (await Promise.all(controls.map((control) => control.isVisible()))).filter(Boolean).length;
  };
  await page.goto(server.url);
  await (await page.waitForSelector('summary ::-p-text(Privacy Options)'))?.click();
  assert.equal(await shown(), 0);
  await page.type('#secret', 'x');
  await pressAndGo(page, 'Create a secret link*');
  assert.equal(await shown(), 0);
  await page.goto(await linkOn(page));
  await find(page, 'button', 'Click to continue');
  await pressAndGo(page, 'Click to continue');
  assert.equal(await shown(), 0);
  await page.goto(`${server.url}/info/privacy`);
  assert.ok(await page.$('[data-email]'));
  assert.equal(await shown(), 0);
});
