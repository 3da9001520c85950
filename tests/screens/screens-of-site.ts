import type { Page } from 'puppeteer-core';
import { fill } from '../browser/screens.ts';
import { type Screen, screen, screensOn, sendAnyway, shows, tap, tapAndGo } from './reach.ts';
import type { World } from './world.ts';

const noScript = { hasScript: false } as const;
const PAY = '/plans/identity/month/payment';

/** Asked for while the payment provider does not answer. */
const whileAway =
  (path: string) =>
  async (page: Page, { stripe, url }: World) => {
    stripe.manner = 'fail';
    try {
      await page.goto(url + path);
    } finally {
      stripe.manner = 'answer';
    }
  };
const unasked =
  (path: string) =>
  async (page: Page, { url }: World) => {
    await page.setExtraHTTPHeaders({ 'sec-purpose': 'prefetch' });
    await page.goto(url + path);
  };
const yearly = (page: Page) => tap(page, '[value=annually]');
const plan = screensOn('/plans/:id/:period', '/plans/identity/month');
const stop = (name: string, path: string, act: Screen['reach'], who: 'newcomer' | 'free' | 'payer' = 'newcomer') =>
  screen(name, '/account', '/account', act, {
    who,
    endsOn: path === PAY ? '/plans/:planid/month/payment' : '/account/billing_portal',
  });

export const planScreens: readonly Screen[] = [
  screen('pricing', '/pricing', '/pricing'),
  screen('pricing: yearly', '/pricing', '/pricing', yearly),
  screen('pricing without script', '/pricing', '/pricing?frequency=annually', undefined, noScript),
  plan('plan: not signed in'),
  plan('plan: to be paid', undefined, { who: 'free' }),
  plan('plan: given', undefined, { who: 'newcomer' }),
  plan('plan: subscribed already', undefined, { who: 'payer' }),
  screen('plan: coming', '/plans/:id/:period', '/plans/dedicated/month', undefined, { who: 'newcomer' }),
  screen('plan: nothing can be paid', '/plans/:id/:period', ({ bareUrl }) => `${bareUrl}/plans/identity/month`),
  stop('payment: asked', PAY, unasked(PAY), 'free'),
  stop('payment: provider away', PAY, whileAway(PAY), 'free'),
  stop('subscription: asked', '/account/billing_portal', unasked('/account/billing_portal'), 'payer'),
  stop('subscription: nothing to manage', '/account/billing_portal', (page, { url }) =>
    page.goto(`${url}/account/billing_portal`).then(() => {}),
  ),
  stop('subscription: provider away', '/account/billing_portal', whileAway('/account/billing_portal'), 'payer'),
];

const feedback = screensOn('/feedback', '/feedback');
const write = (page: Page) => fill(page, '#feedback-msg', 'x');
const solve = async (page: Page, id: string) => {
  await tap(page, `#${id}`);
  await shows(page, '.captcha[data-state="verified"]');
};
const openModal = async (page: Page) => {
  await tap(page, '.foot [data-feedback-open]');
  await shows(page, 'dialog[open] form');
};

export const feedbackScreens: readonly Screen[] = [
  feedback('feedback'),
  feedback('feedback of a member', undefined, { who: 'member' }),
  feedback('feedback: captcha solved', (page) => solve(page, 'feedback-captcha')),
  feedback('feedback: captcha failed', async (page) => {
    await page.setOfflineMode(true);
    await tap(page, '#feedback-captcha');
    await shows(page, '.captcha[data-state="error"]');
    await page.setOfflineMode(false);
  }),
  feedback('feedback: refused', async (page) => {
    await solve(page, 'feedback-captcha');
    await tap(page, 'main form [type=submit]');
    await shows(page, '#feedback-error');
  }),
  feedback('feedback: received', async (page) => {
    await write(page);
    await solve(page, 'feedback-captcha');
    await tap(page, 'main form [type=submit]');
    await shows(page, 'main .alert--ok');
  }),
  feedback(
    'feedback: dialog of a member',
    async (page) => {
      await openModal(page);
    },
    { who: 'member' },
  ),
  screen('feedback: dialog of a stranger', '/info/terms', '/info/terms', openModal),
  feedback('feedback without script: refused', (page) => sendAnyway(page), noScript),
  feedback(
    'feedback without script: received',
    async (page) => {
      await write(page);
      await sendAnyway(page);
    },
    noScript,
  ),
];

const incoming = screensOn('/incoming', '/incoming');
const details = async (page: Page) => {
  await fill(page, '#secret', 'x');
  await fill(page, '#ticketno', '123456');
};

export const incomingScreens: readonly Screen[] = [
  incoming('support'),
  incoming('support: captcha solved', (page) => solve(page, 'incoming-captcha')),
  incoming('support: refused', async (page) => {
    await solve(page, 'incoming-captcha');
    await sendAnyway(page);
  }),
  incoming('support: sent', async (page) => {
    await details(page);
    await solve(page, 'incoming-captcha');
    await tapAndGo(page, 'main form [type=submit]');
  }),
  incoming('support without script: refused', (page) => sendAnyway(page), noScript),
  incoming(
    'support without script: sent',
    async (page) => {
      await details(page);
      await sendAnyway(page);
    },
    noScript,
  ),
];

export const siteScreens: readonly Screen[] = [
  ...(['terms', 'privacy', 'security'] as const).map((name) => screen(name, `/info/${name}`, `/info/${name}`)),
  screen('translations', '/translations', '/translations'),
  screen('translations without script', '/translations', '/translations', undefined, noScript),
  screen('API reference', '/docs/api', '/docs/api'),
  screen('API reference: API switched off', '/docs/api', ({ bareUrl }) => `${bareUrl}/docs/api`),
  screen('region menu open', '/info/privacy', '/info/privacy', (page) => tap(page, '.foot .menu summary')),
  screen('unknown page', null, '/no/such/page'),
  screen('unknown page of a site with little', null, ({ bareUrl }) => `${bareUrl}/no/such/page`),
  screen('page that cannot be answered', null, '/secret/%zz'),
  screen('unknown host', null, ({ url }) => url.replace('localhost', 'other.localhost')),
];
