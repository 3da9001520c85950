import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { audit } from './audit.ts';
import { linkMailedTo, type Member, openMailbox, openPeopleStage } from './people-stage.ts';
import { fill, open, press, pressAndGo, see } from './screens.ts';

const { mailbox, env } = await openMailbox();
const stage = await openPeopleStage({
  ...env,
  HUSHLINK_SITE_BANNER: `Maintenance on Sunday: <a href="https://example.org">${'unbroken'.repeat(20)}</a>`,
  HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '1000',
});
const { url } = stage.server;
const longAddress = (at: number) =>
  `somebody.with.a.very.long.name.${'and'.repeat(10)}${at}@${'long'.repeat(14)}.${'company'.repeat(7)}.example.com`;
type Test = Parameters<typeof stage.visitor>[0];

interface Look {
  readonly name: string;
  arrange(t: Test): Promise<Page>;
}

async function anonymous(t: Test, path: string): Promise<Page> {
  const page = await stage.visitor(t);
  await open(page, url + path);
  return page;
}

const member = async (t: Test, path: string) => stage.enter(t, await stage.member(), path);

/** The private page of a secret that was mailed to two people. */
async function mailed(t: Test, state: 'waiting' | 'sent' | 'failed'): Promise<Page> {
  mailbox.manner = ({ waiting: 'later', sent: 'take', failed: 'refuse' } as const)[state];
  const one = await stage.member();
  const { metadataKey } = await one.share('x', { recipient: ['moss@example.com', longAddress(0)] });
  const page = await stage.enter(t, one, `/private/${metadataKey}`);
  while ((await page.$$(`::-p-xpath(//dd//li/span[.="${state}"])`)).length < 2) await open(page, page.url());
  mailbox.manner = 'take';
  return page;
}

async function open100(t: Test): Promise<Page> {
  const one = await stage.member();
  const recipient = [longAddress(1), 'moss@example.com'];
  for (let count = 0; count < 50; count += 1) await one.share('x', { recipient: count % 10 === 0 ? recipient : [] });
  for (let count = 0; count < 50; count += 1) {
    const { metadataKey, secretKey } = await one.share('x');
    await stage.post(count % 2 === 0 ? `/private/${metadataKey}/burn` : `/secret/${secretKey}`, { continue: true });
  }
  const page = await stage.enter(t, one, '/recent');
  assert.equal((await page.$$('.list__item')).length, 100);
  return page;
}

const looks: readonly Look[] = [
  {
    name: 'a sign-up that is refused',
    arrange: async (t) => {
      const page = await anonymous(t, '/signup');
      await fill(page, '#u', longAddress(0).slice(0, 250));
      await fill(page, '#p', 'short');
      await page.click('[name=agree]');
      await pressAndGo(page, 'Create account');
      await page.waitForSelector('#form-error[role=alert]');
      return page;
    },
  },
  {
    name: 'a link to a new password on its way, and the page it leads to',
    arrange: async (t) => {
      const { address } = await stage.member();
      const page = await anonymous(t, '/forgot');
      await fill(page, '#u', address);
      await pressAndGo(page, 'Request password reset');
      await audit(page);
      await open(page, await linkMailedTo(mailbox, address, /^\/forgot\//));
      await audit(page);
      await fill(page, '#newp', 'winter coat 1987');
      await fill(page, '#newp2', 'winter coat 1988');
      await pressAndGo(page, 'Update password');
      return page;
    },
  },
  {
    name: 'the question before somebody is signed out by another site',
    arrange: async (t) => {
      const page = await member(t, '/dashboard');
      await page.setExtraHTTPHeaders({ 'sec-purpose': 'prefetch' });
      await page.goto(`${url}/logout`);
      await see(page, 'Sign out?');
      return page;
    },
  },
  {
    name: 'a dashboard with a recipient that is refused',
    arrange: async (t) => {
      const page = await member(t, '/dashboard');
      await fill(page, '#secret', 'x');
      await page.click('summary');
      await fill(page, '#recipient', 'moss..lane@example.com');
      await press(page, 'Create a secret link');
      await page.waitForSelector('#recipient-error[role=alert]');
      return page;
    },
  },
  { name: 'a hundred recent secrets', arrange: open100 },
  {
    name: 'an account with a wrong password and a very long name',
    arrange: async (t) => {
      const page = await stage.enter(t, await stage.member(longAddress(2)), '/account');
      for (const field of ['currentp', 'newp', 'newp2']) await fill(page, `#${field}`, 'winter coat 1987');
      await press(page, 'Update password');
      await page.waitForSelector('#password-error[role=alert]');
      return page;
    },
  },
  { name: 'an unknown path of somebody signed in', arrange: (t) => member(t, '/no/such/page') },
  { name: 'the private page with mails that wait', arrange: (t) => mailed(t, 'waiting') },
  { name: 'the private page with mails that were sent', arrange: (t) => mailed(t, 'sent') },
  { name: 'the private page with mails that failed', arrange: (t) => mailed(t, 'failed') },
  { name: 'the feedback page of somebody signed in', arrange: (t) => member(t, '/feedback') },
];

for (const { name, arrange } of looks) {
  test(`${name}: accessible and fitting, at three widths in both themes`, async (t) => audit(await arrange(t)));
}

test('the pages of the colonel are accessible and fit with sixty customers, long names and HTML in the feedback, which stays text [COL-03 COL-04 COL-05]', async (t) => {
  const colonel = await stage.colonel();
  for (let at = 10; at < 70; at += 1) await stage.member(longAddress(at));
  for (const msg of ['<b id=bold>bold</b> & <img src=x onerror=alert(1)>\nand a second line', 'unbroken'.repeat(60)]) {
    await sendFeedback(colonel, msg);
  }
  await sendFeedback(await stage.member(longAddress(9)), 'x');
  const page = await stage.enter(t, colonel, '/colonel/');
  await audit(page);
  await page.click('a[href="#customers"]');
  await page.waitForSelector('#customers.is-shown');
  const values = await page.$$eval('#customers td', (cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  assert.ok(Math.max(...values) <= (page.viewport()?.width ?? 0), 'every column is in sight');
  await audit(page);
  await page.click('a[href="#feedback"]');
  await see(page, '<b id=bold>bold</b> & <img src=x onerror=alert(1)>');
  assert.equal(await page.$('#bold'), null);
  await audit(page);
});

async function sendFeedback(from: Member, msg: string): Promise<void> {
  const cookie = `sess=${await from.signIn()}`;
  const html = await (await fetch(`${url}/feedback`, { headers: { cookie } })).text();
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const body = new URLSearchParams({ msg, shrimp });
  const answer = await fetch(`${url}/feedback`, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
  assert.equal(answer.status, 303);
}

test('of two recipients the one named first is read first, from right to left too [REC-04]', async (t) => {
  const one = await stage.member();
  await one.share('x', { recipient: ['moss@example.com', 'lane@example.com'] });
  const page = await stage.enter(t, one, '/recent');
  for (const locale of ['en', 'ar']) {
    await open(page, `${url}/recent?locale=${locale}`);
    const lefts = await page.$$eval('.list__meta bdi', (all) => all.map((bdi) => bdi.getBoundingClientRect().left));
    const [first = 0, second = 0] = lefts;
    assert.deepEqual([locale, lefts.length, first < second], [locale, 2, locale === 'en']);
  }
});
