import type { Page } from 'puppeteer-core';
import { carrySession, linkMailedTo, PASSWORD } from '../browser/people-stage.ts';
import { fill, islandsReady } from '../browser/screens.ts';
import { openSections, type Screen, screen, screensOn, sendAnyway, shows, tap, tapAndGo } from './reach.ts';
import type { World } from './world.ts';

const noScript = { hasScript: false } as const;
const member = { who: 'member' } as const;
/** What a browser says that has loaded a page ahead: nobody has meant it yet. */
const ahead = (page: Page) => page.setExtraHTTPHeaders({ 'sec-purpose': 'prefetch' });

/** Types into fields by their ids. */
const type =
  (values: Readonly<Record<string, string>>) =>
  async (page: Page): Promise<void> => {
    for (const [id, value] of Object.entries(values)) await fill(page, `#${id}`, value);
  };
const typeAndSend = (values: Readonly<Record<string, string>>) => async (page: Page) => {
  await type(values)(page);
  await sendAnyway(page);
};

const NOBODY = { u: 'nobody@example.com', p: 'not the password' };
const signIn = screensOn('/signin', '/signin');
const signUp = screensOn('/signup', '/signup');
const forgot = screensOn('/forgot', '/forgot');

export const entranceScreens: readonly Screen[] = [
  signIn('sign in'),
  signIn('sign in: refused', typeAndSend(NOBODY)),
  screen(
    'sign in: after signing up',
    '/signin',
    '/signup',
    async (page) => {
      await type({ u: 'somebody-new@example.com', p: PASSWORD })(page);
      await page.$eval('[name=agree]', (box) => (box as HTMLInputElement).click());
      await tapAndGo(page, 'main form [type=submit]');
    },
    { endsOn: '/signin' },
  ),
  signIn('sign in without script', undefined, noScript),
  signIn('sign in without script: refused', typeAndSend(NOBODY), noScript),
  signUp('sign up'),
  signUp('sign up: refused', typeAndSend({ u: `${'robin'.repeat(20)}@example.com`, p: 'short' })),
  screen('sign up: for a plan', '/signup/:planCode', '/signup/identity?frequency=annually'),
  screen('sign up: for a plan, no mail', '/signup/:planCode', ({ bareUrl }) => `${bareUrl}/signup/identity`),
  signUp('sign up without script: refused', typeAndSend({ u: 'robin@example.com', p: 'short' }), noScript),
  forgot('forgotten password'),
  forgot('forgotten password: refused', typeAndSend({ u: 'nobody' })),
  forgot('forgotten password: on its way', typeAndSend({ u: 'nobody@example.com' })),
  screen('forgotten password: no mail', '/forgot', ({ bareUrl }) => `${bareUrl}/forgot`),
  screen('new password', '/forgot/:resetKey', resetLink),
  screen('new password: refused', '/forgot/:resetKey', resetLink, typeAndSend({ newp: PASSWORD, newp2: 'another' })),
  screen(
    'sign out: asked',
    '/logout',
    '/dashboard',
    async (page, { url }) => {
      await ahead(page);
      await page.goto(`${url}/logout`);
    },
    { ...member, endsOn: '/logout' },
  ),
];

let resets = 0;

async function resetLink({ stage, mailbox, url }: World): Promise<string> {
  const { address } = await stage.member(`forgetful${++resets}@example.com`);
  stage.alter(`UPDATE customer SET is_verified = 1 WHERE custid = '${address}'`);
  const shown = await fetch(`${url}/forgot`);
  const cookie = shown.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
  await fetch(`${url}/forgot`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ u: address, shrimp }),
  });
  return new URL(await linkMailedTo(mailbox, address, /^\/forgot\//)).pathname;
}

const settings = screensOn('/account/settings', '/account/settings');
const openSettings = async (page: Page) => {
  await tap(page, '[data-settings-open]');
  await shows(page, 'dialog[open] #settings-locale');
};

export const settingsScreens: readonly Screen[] = [
  settings('settings: page'),
  settings('settings: page of a member', openSections, member),
  settings('settings: page without script', undefined, noScript),
  settings(
    'settings: page, refused',
    async (page) => {
      await page.$eval('#settings-page-locale option:checked', (option) => {
        (option as HTMLOptionElement).value = 'xx';
      });
      await sendAnyway(page);
    },
    { ...noScript, endsOn: '/settings' },
  ),
  screen('settings: dialog', '/dashboard', '/dashboard', openSettings, member),
  settings('settings: dialog over its page', openSettings, member),
  screen(
    'settings: dialog over what was typed',
    '/dashboard',
    '/dashboard',
    async (page) => {
      await fill(page, '#secret', 'x');
      await openSettings(page);
    },
    member,
  ),
  screen(
    'settings: dialog, refused',
    '/dashboard',
    '/dashboard',
    async (page) => {
      await openSettings(page);
      await page.$eval('#settings-locale option:checked', (option) => {
        (option as HTMLOptionElement).value = 'xx';
      });
      await tap(page, 'dialog[open] [type=submit]');
      await shows(page, '#settings-error');
    },
    member,
  ),
];

const account = screensOn('/account', '/account', { who: 'newcomer' });
const WRONG = { currentp: 'winter coat 1987', newp: 'winter coat 1988', newp2: 'winter coat 1988' };
const openDestroy = async (page: Page) => {
  await tap(page, '[aria-haspopup=dialog]');
  await shows(page, '#destroy-now');
};

/** Both sites are `localhost`: a page that was on the other one has lost this session there. */
const enterAsTenant = async (page: Page, { bareUrl, people }: World) => {
  await carrySession(page, await people.tenant.signIn());
  await page.goto(`${bareUrl}/account`);
  await islandsReady(page);
};

export const accountScreens: readonly Screen[] = [
  account('account'),
  account('account: key generated', async (page) => {
    await tap(page, 'form[action="/account/apitoken"] [type=submit]');
    await shows(page, 'output.copy__value');
  }),
  account('account: key hidden', undefined, { who: 'colonel' }),
  account('account: no key with this plan', undefined, { who: 'free' }),
  screen('account: API switched off', '/account', ({ bareUrl }) => bareUrl, enterAsTenant, { who: 'tenant' }),
  account('account: subscriptions', undefined, { who: 'payer' }),
  screen('account: paid', '/account', '/account?notice=paid', undefined, { who: 'payer' }),
  account('account: wrong password', async (page) => {
    await type(WRONG)(page);
    await tap(page, 'form[action="/account/password"] [type=submit]');
    await shows(page, '#password-error');
  }),
  account('account: passwords differ', async (page) => {
    await type({ ...WRONG, newp2: 'summer hat 1988' })(page);
    await tap(page, 'form[action="/account/password"] [type=submit]');
    await shows(page, '#password-error');
  }),
  account('account: deletion asked', openDestroy, { who: 'payer' }),
  account('account: deletion refused', async (page) => {
    await openDestroy(page);
    await fill(page, '#destroy-now', 'winter coat 1987');
    await tap(page, 'dialog[open] [type=submit]');
    await shows(page, '#destroy-now-error');
  }),
  account('account without script', openSections, noScript),
  account(
    'account without script: wrong password',
    async (page) => {
      await type(WRONG)(page);
      await sendAnyway(page, 'form[action="/account/password"]');
    },
    { ...noScript, endsOn: '/account/password' },
  ),
  account('account without script: key generated', (page) => sendAnyway(page, 'form[action="/account/apitoken"]'), {
    ...noScript,
    endsOn: '/account/apitoken',
  }),
  account(
    'account without script: deletion refused',
    async (page) => {
      await fill(page, '#destroy', 'winter coat 1987');
      await sendAnyway(page, 'form[action="/account/destroy"]');
    },
    { ...noScript, endsOn: '/account/destroy' },
  ),
];

const dashboard = screensOn('/dashboard', '/dashboard', member);
const recent = screensOn('/recent', '/recent', member);
const mistypeRecipient = async (page: Page) => {
  await fill(page, '#secret', 'x');
  await openSections(page);
  await fill(page, '#recipient', 'moss..lane@example.com');
};

export const workspaceScreens: readonly Screen[] = [
  dashboard('dashboard'),
  dashboard('dashboard: with its sections open', openSections),
  dashboard('dashboard: recipient refused', async (page) => {
    await mistypeRecipient(page);
    await tap(page, 'button[value=share]');
    await shows(page, '#recipient-error');
  }),
  dashboard(
    'dashboard without script: recipient refused',
    async (page) => {
      await mistypeRecipient(page);
      await sendAnyway(page);
    },
    noScript,
  ),
  dashboard(
    'upgrade: dialog',
    async (page) => {
      await tap(page, '[data-upgrade-open]');
      await shows(page, 'dialog[open] .quote');
    },
    { who: 'free' },
  ),
  dashboard(
    'upgrade: dialog, yearly',
    async (page) => {
      await tap(page, '[data-upgrade-open]');
      await tap(page, 'dialog[open] [value=annually]');
    },
    { who: 'free' },
  ),
  recent('recent secrets'),
  recent('recent secrets: none', undefined, { who: 'newcomer' }),
  recent('recent secrets without script', undefined, noScript),
  ...['', '#customers', '#feedback', '#misc'].map((tab) =>
    screen(`colonel ${tab || '#stats'}`, '/colonel', `/colonel${tab}`, (page) => shows(page, '.panel.is-shown'), {
      who: 'colonel',
    }),
  ),
  screen('colonel without script', '/colonel', '/colonel', undefined, { who: 'colonel', ...noScript }),
  screen('unknown page of a member', null, '/no/such/page', undefined, member),
];
