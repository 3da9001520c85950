import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Cleanup } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { openBrandStage } from './brand-stage.ts';
import { EASY } from './feedback-screens.ts';
import { linkMailedTo, openMailbox, PASSWORD } from './people-stage.ts';
import { open, press, pressAndGo, see } from './screens.ts';

const { mailbox, env } = await openMailbox();
const stage = await openBrandStage({
  ...{ ...env, ...EASY },
  ...{ HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_INCOMING_PER_HOUR: '1000' },
});
const { url } = stage.server;
let domains = 0;

interface Form {
  readonly name: string;
  /** A page with the form; `hasScript` says of which kind. */
  reach(t: Cleanup, hasScript: boolean): Promise<Page>;
  /** What is typed: selector and text. */
  readonly typed: Readonly<Record<string, string>>;
  readonly button: string;
  /** Whether the form is sent as a form even with script. */
  readonly isPosted?: boolean;
  readonly title: string;
  /** The field that is wrong; null where the words are about the whole. */
  readonly wrong: string | null;
  readonly message: RegExp;
  /** What must still stand in its field. */
  readonly kept?: readonly string[];
}

const at = (path: string) => async (t: Cleanup, hasScript: boolean) => {
  const page = await stage.visitor(t, { hasScript, expects: /^console: The feedback was not sent/ });
  await (hasScript ? open(page, url + path) : page.goto(url + path));
  return page;
};
const signedInAt = (path: string) => async (t: Cleanup, hasScript: boolean) =>
  stage.enter(t, await stage.member(), path, { hasScript });
const withPassphrase = (path: (shared: Awaited<ReturnType<typeof stage.share>>) => string) => {
  return async (t: Cleanup, hasScript: boolean) =>
    at(path(await stage.share('x', { passphrase: 'open sesame' })))(t, hasScript);
};

/** The page asks everybody the same, so that it tells nobody who has an account: it refuses only what is stale. */
async function atOldForm(t: Cleanup, hasScript: boolean): Promise<Page> {
  const page = await at('/forgot')(t, hasScript);
  await page.browserContext().setCookie({ name: 'visit', value: 'A'.repeat(22), domain: 'localhost' });
  return page;
}

async function atReset(t: Cleanup, hasScript: boolean): Promise<Page> {
  const { address } = await stage.member();
  const page = await at('/forgot')(t, hasScript);
  await page.type('#u', address);
  await pressAndGo(page, 'Request password reset');
  await page.goto(await linkMailedTo(mailbox, address, /^\/forgot\//));
  return page;
}

async function atBrand(t: Cleanup, hasScript: boolean): Promise<Page> {
  const member = await stage.member();
  domains += 1;
  const name = `refused${domains}.example.net`;
  await stage.furnish(member, name);
  return stage.enter(t, member, `/account/domains/${name}/brand`, { hasScript });
}

const forms: readonly Form[] = [
  {
    ...{ name: 'sign in', reach: at('/signin'), button: 'Sign in', isPosted: true, title: 'Sign in' },
    ...{ typed: { '#u': 'nobody@example.com', '#p': PASSWORD }, kept: ['#u'] },
    ...{ wrong: null, message: /^The e-mail address or the password is not right\./ },
  },
  {
    ...{ name: 'sign up', reach: at('/signup'), button: 'Create account', isPosted: true, title: 'Create account' },
    ...{ typed: { '#u': 'new@example.com', '#p': 'short', '[name=agree]': '' }, kept: ['#u', '[name=agree]:checked'] },
    ...{ wrong: 'p', message: /at least 8 characters/ },
  },
  {
    ...{ name: 'forgotten password', reach: atOldForm, button: 'Request password reset', isPosted: true },
    ...{ title: 'Request password reset', typed: { '#u': 'nobody@example.com' }, kept: ['#u'] },
    ...{ wrong: null, message: /^Your form was too old\./ },
  },
  {
    ...{ name: 'new password', reach: atReset, button: 'Update password', isPosted: true, title: 'New password' },
    ...{ typed: { '#newp': 'winter coat 1987', '#newp2': 'winter coat 1988' } },
    ...{ wrong: 'newp2', message: /^The two new passwords are not the same\.$/ },
  },
  {
    ...{
      name: 'password of an account',
      reach: signedInAt('/account'),
      button: 'Update password',
      title: 'Your Account',
    },
    ...{ typed: { '#currentp': 'not it at all', '#newp': 'winter coat 1987', '#newp2': 'winter coat 1987' } },
    ...{ wrong: 'currentp', message: /password/ },
  },
  {
    ...{ name: 'burning', reach: withPassphrase(({ metadataKey }) => `/private/${metadataKey}/burn`) },
    ...{ typed: { '#passphrase': 'wrong' }, button: 'Burn this secret', title: 'Burn this secret?' },
    ...{ wrong: 'passphrase', message: /^Double check that passphrase/ },
  },
  {
    ...{ name: 'passphrase of a secret', reach: withPassphrase(({ secretKey }) => `/secret/${secretKey}`) },
    ...{ typed: { '#passphrase': 'wrong' }, button: 'Click to continue', title: 'A message for you' },
    ...{ wrong: 'passphrase', message: /^Double check that passphrase/ },
  },
  {
    ...{
      name: 'burning unread',
      reach: withPassphrase(({ secretKey }) => `/secret/${secretKey}/burn`),
      isPosted: true,
    },
    ...{ typed: { '#passphrase': 'wrong' }, button: 'Burn it unread', title: 'Burn it unread?' },
    ...{ wrong: 'passphrase', message: /^Double check that passphrase/ },
  },
  {
    ...{ name: 'support', reach: at('/incoming'), button: 'Send to support', isPosted: true, title: 'Support Details' },
    ...{ typed: { '#ticketno': '123456' }, kept: ['#ticketno'] },
    ...{ wrong: 'secret', message: /You did not provide anything to share/ },
  },
  {
    ...{ name: 'feedback', reach: at('/feedback'), button: 'Send feedback', title: 'Share your feedback' },
    ...{ typed: { '#feedback-email': 'robin@example.com' }, kept: ['#feedback-email'] },
    ...{ wrong: 'feedback-msg', message: /message/ },
  },
  {
    ...{ name: 'a domain', reach: signedInAt('/account/domains/add'), button: 'Continue', title: 'Add your domain' },
    ...{ typed: { '#domain': 'localhost' }, kept: ['#domain'] },
    ...{ wrong: 'domain', message: /^Not a valid domain address\.$/ },
  },
  {
    ...{ name: 'the face of a domain', reach: atBrand, button: 'Save', title: 'Appearance' },
    ...{ typed: { '#name': 'Harbour Bank', '#accent': 'greenish' }, kept: ['#name', '#accent'] },
    ...{ wrong: 'accent', message: /^That is not a colour\./ },
  },
];

/** Types into each field, or ticks it. */
async function fillIn(page: Page, typed: Form['typed']): Promise<void> {
  for (const [selector, text] of Object.entries(typed)) {
    if (text === '') await page.click(selector);
    else await page.$eval(selector, (field) => (field as HTMLInputElement).select());
    await page.type(selector, text);
  }
}

/** What somebody meets who does not see the page, once the browser has begun there. */
async function refusalOn(page: Page) {
  await untilSo('a refusal that has the keyboard', () =>
    page.evaluate(() => document.title.startsWith('Error: ') && document.activeElement !== document.body),
  );
  return page.evaluate(() => {
    const focused = document.activeElement;
    const described = (focused?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .flatMap((id) => document.getElementById(id)?.innerText.trim() ?? []);
    return {
      title: document.title,
      isWrong: focused?.getAttribute('aria-invalid') === 'true',
      field: focused?.id ?? '',
      said: focused?.getAttribute('role') === 'alert' ? [(focused as HTMLElement).innerText.trim()] : described,
      alerts: document.querySelectorAll('main [role=alert]').length,
    };
  });
}

async function checkRefused(page: Page, form: Form): Promise<void> {
  const { title, field, isWrong, said, alerts } = await refusalOn(page);
  assert.equal(title, `Error: ${form.title} · Hushlink`);
  assert.ok(
    said.some((words) => form.message.test(words)),
    said.join(' | '),
  );
  assert.equal(alerts, 1);
  if (form.wrong !== null) assert.deepEqual([field, isWrong], [form.wrong, true]);
  for (const selector of form.kept ?? []) {
    const value = await page.$eval(selector, (kept) => (kept as HTMLInputElement).value);
    assert.equal(value, form.typed[selector] ?? 'on');
  }
}

for (const form of forms) {
  test(`${form.name}: a refusal begins the title, is said of its field, which has the keyboard, and keeps what was typed [WCAG 3.3.1 2.4.2]`, async (t) => {
    const page = await form.reach(t, false);
    await fillIn(page, form.typed);
    await pressAndGo(page, form.button);
    await checkRefused(page, form);
    const html = await page.content();
    const passwords = Object.values(form.typed).filter((text) => /^(short|winter|not it|wrong)/.test(text));
    for (const password of [PASSWORD, ...passwords]) assert.ok(!html.includes(`value="${password}`));
  });

  test(`${form.name}: with JavaScript as well [WCAG 3.3.1 4.1.3]`, async (t) => {
    const page = await form.reach(t, true);
    await fillIn(page, form.typed);
    await (form.isPosted ? pressAndGo(page, form.button) : press(page, form.button));
    await checkRefused(page, form);
  });
}

test('home: without JavaScript a refusal begins the title, and the field it is about has the keyboard [WCAG 3.3.1]', async (t) => {
  const page = await at('/')(t, false);
  await pressAndGo(page, 'Create a secret link*');
  const { title, field, said } = await refusalOn(page);
  assert.deepEqual([title, field], ['Error: Share a secret · Hushlink', 'secret']);
  assert.match(said.join(), /You did not provide anything to share/);
});

test('settings: a language that is not there is refused at its list, on a page that says so first [WCAG 3.3.1]', async (t) => {
  const page = await at('/account/settings')(t, false);
  await page.$eval('#settings-page-locale', (list) => {
    (list as HTMLSelectElement).options[0]!.value = 'xx';
  });
  await pressAndGo(page, 'Change language');
  const { title, field, isWrong, said } = await refusalOn(page);
  assert.deepEqual([title, field, isWrong], ['Error: Settings · Hushlink', 'settings-page-locale', true]);
  assert.notEqual(said.join(), '');
});

test('a form that is put right loses its refusal, and the tab its name [WCAG 3.3.1]', async (t) => {
  const { secretKey } = await stage.share('x', { passphrase: 'open sesame' });
  const page = await at(`/secret/${secretKey}`)(t, true);
  await page.type('#passphrase', 'wrong');
  await press(page, 'Click to continue');
  await page.waitForFunction(() => document.title.startsWith('Error: '));
  await page.$eval('#passphrase', (field) => (field as HTMLInputElement).select());
  await page.type('#passphrase', 'open sesame');
  await press(page, 'Click to continue');
  await see(page, 'This message is for you');
  assert.equal(await page.title(), 'A message for you · Hushlink');
});
