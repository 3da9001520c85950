import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Cleanup } from '../support/temp.ts';
import { openBrandStage } from './brand-stage.ts';
import { openMailbox, PASSWORD } from './people-stage.ts';
import { keyboardAt, pressAndGo } from './screens.ts';

const { env } = await openMailbox();
const stage = await openBrandStage({
  ...{ ...env, HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_INCOMING_PER_HOUR: '1000' },
});
const { url } = stage.server;
const noScript = { hasScript: false } as const;
const NEW_PASSWORD = 'winter coat 1987';

interface Success {
  readonly name: string;
  /** A page of a browser without script on which all that is left is to press. */
  reach(t: Cleanup): Promise<Page>;
  readonly button: string;
  readonly message: RegExp;
}

const at =
  (path: string, typed: Readonly<Record<string, string>>) =>
  async (t: Cleanup): Promise<Page> => {
    const page = await stage.visitor(t, noScript);
    await page.goto(url + path);
    return type(page, typed);
  };

/** On a page of a customer, with a domain of this name where one is named. */
const signedInAt =
  (path: string, typed: Readonly<Record<string, string>> = {}, domain?: string) =>
  async (t: Cleanup): Promise<Page> => {
    const member = await stage.member();
    if (domain !== undefined) await stage.furnish(member, domain);
    return type(await stage.enter(t, member, path, noScript), typed);
  };

async function type(page: Page, typed: Readonly<Record<string, string>>): Promise<Page> {
  for (const [selector, text] of Object.entries(typed)) {
    if (text === '') await page.click(selector);
    else await page.type(selector, text);
  }
  return page;
}

const successes: readonly Success[] = [
  {
    ...{ name: 'signing up', button: 'Create account', message: /^If the address you gave had no account yet/ },
    reach: at('/signup', { '#u': 'told@example.com', '#p': PASSWORD, '[name=agree]': '' }),
  },
  {
    ...{ name: 'asking for a new password', button: 'Request password reset', message: /^If there is an account/ },
    reach: at('/forgot', { '#u': 'nobody@example.com' }),
  },
  {
    ...{ name: 'feedback', button: 'Send feedback', message: /^Feedback received\.$/ },
    reach: at('/feedback', { '#feedback-msg': 'Well done' }),
  },
  {
    ...{ name: 'details for support', button: 'Send to support', message: /^Success\s/ },
    reach: at('/incoming', { '#ticketno': '123456', '#secret': 'for support' }),
  },
  {
    ...{ name: 'a new password', button: 'Update password', message: /^Password updated successfully\.$/ },
    reach: signedInAt('/account', { '#currentp': PASSWORD, '#newp': NEW_PASSWORD, '#newp2': NEW_PASSWORD }),
  },
  {
    ...{ name: 'a domain that is added', button: 'Continue', message: /^Domain added successfully\.$/ },
    reach: signedInAt('/account/domains/add', { '#domain': 'told-of.example.net' }),
  },
  {
    ...{ name: 'a face of a domain', button: 'Save', message: /^The appearance is saved\.$/ },
    reach: signedInAt('/account/domains/told-face.example.net/brand', {}, 'told-face.example.net'),
  },
];

for (const { name, reach, button, message } of successes) {
  test(`${name}: a page that comes with good news begins there [WCAG 4.1.3 2.4.3]`, async (t) => {
    const page = await reach(t);
    await pressAndGo(page, button);
    await keyboardAt(page, message);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'status');
  });
}

test('a page without news begins at its beginning [WCAG 2.4.3]', async (t) => {
  const page = await stage.visitor(t, noScript);
  for (const path of ['/signin', '/forgot', '/incoming', '/feedback', '/']) {
    await page.goto(url + path);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY', path);
  }
});
