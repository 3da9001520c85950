import type { Page } from 'puppeteer-core';
import { fill } from '../browser/screens.ts';
import { openSections, type Screen, screen, screensOn, sendAnyway, shows, tap, tapAndGo } from './reach.ts';
import type { World } from './world.ts';
import { APEX, CHECKED, FRESH, KEPT, LONG_DOMAIN } from './world-things.ts';

const member = { who: 'member' } as const;
const noScript = { hasScript: false } as const;
const passphrase = 'open sesame';
const LIST = '/account/domains';
const ADD = `${LIST}/add`;
const VERIFY = `${LIST}/:domain/verify`;
const BRAND = `${LIST}/:domain/brand`;

const list = screensOn(LIST, LIST, member);
const add = screensOn(ADD, ADD, member);
const verify = (name: string, domain: string, act?: Screen['reach'], options = {}) =>
  screen(name, VERIFY, `${LIST}/${domain}/verify`, act, { ...member, ...options });
const brand = screensOn(BRAND, `${LIST}/secrets.example.net/brand`, member);

const openMenu = (page: Page) => page.$eval('.table .menu', (menu) => menu.setAttribute('open', ''));
const refuse = async (page: Page) => {
  await fill(page, '#domain', 'localhost');
  await tap(page, 'main form [type=submit]');
  await shows(page, '#domain[aria-invalid]');
};

export const domainScreens: readonly Screen[] = [
  list('domains'),
  list('domains: menu open', openMenu),
  list('domains: removal asked', async (page) => {
    await openMenu(page);
    await tap(page, '.menu__panel button.needs-script');
    await shows(page, 'dialog[open] form');
  }),
  list('domains: none', undefined, { who: 'newcomer' }),
  list('domains: not with this plan', undefined, { who: 'colonel' }),
  list('domains: kept from a better plan', openMenu, { who: 'free' }),
  list(
    'domains without script: removal asked',
    async (page) => {
      await page.$$eval('.table tr:first-child details', (all) => {
        for (const one of all) one.open = true;
      });
    },
    noScript,
  ),
  add('domain: adding'),
  add('domain: adding refused', refuse),
  add('domain: adding not with this plan', undefined, { who: 'free' }),
  add(
    'domain without script: adding refused',
    async (page) => {
      await fill(page, '#domain', 'localhost');
      await sendAnyway(page);
    },
    noScript,
  ),
  verify('domain: steps', FRESH),
  verify('domain: just added', FRESH, (page) => page.goto(`${page.url()}?notice=added`).then(() => {})),
  verify('domain: steps of an apex', APEX),
  verify('domain: steps with a long name', LONG_DOMAIN),
  verify('domain: status that is wrong', CHECKED),
  verify('domain: status that is right', 'secrets.example.net'),
  verify('domain: certificate not valid', 'old.example.net'),
  verify('domain: checked too early', APEX, async (page) => {
    await tap(page, 'main form [type=submit]');
    await shows(page, 'main form [role=alert], main form [role=status]');
  }),
  verify('domain without script: steps', FRESH, undefined, noScript),
  brand('domain: appearance'),
  brand('domain: appearance refused', async (page) => {
    await fill(page, '#name', 'n'.repeat(70));
    await tap(page, 'main form [type=submit]');
    await shows(page, '#name-error');
  }),
  screen('domain: appearance not with this plan', BRAND, `${LIST}/${KEPT}/brand`, undefined, { who: 'free' }),
  verify('domain: steps not with this plan', KEPT, undefined, { who: 'free' }),
  brand(
    'domain without script: appearance refused',
    async (page) => {
      await fill(page, '#accent', 'red');
      await sendAnyway(page);
    },
    noScript,
  ),
  brand('domain without script: no logo sent', (page) => sendAnyway(page, 'form[action$="/logo"]'), {
    ...noScript,
    endsOn: `${LIST}/:domain/logo`,
  }),
];

/** A secret under the branded domain. */
const shared =
  (fields: object = {}, below = '') =>
  async ({ people, brandUrl }: World) => {
    const { secretKey } = await people.member.share('نص\nand more', {
      share_domain: new URL(brandUrl).hostname,
      ...fields,
    });
    return `${brandUrl}/secret/${secretKey}${below}`;
  };

export const brandedScreens: readonly Screen[] = [
  screen('branded: home', '/', ({ brandUrl }) => `${brandUrl}/`),
  screen('branded: home on which nothing is shared', '/', ({ quietUrl }) => `${quietUrl}/`),
  screen('branded: sealed', '/secret/:key', shared()),
  screen('branded: wrong passphrase', '/secret/:key', shared({ passphrase }), async (page) => {
    await fill(page, '#passphrase', 'wrong');
    await tap(page, 'main form [type=submit]');
    await shows(page, '#passphrase-error');
  }),
  screen('branded: read', '/secret/:key', shared(), async (page) => {
    await tap(page, 'main form [type=submit]');
    await shows(page, '#message');
  }),
  screen('branded: asked to burn it unread', '/secret/:key/burn', shared({}, '/burn')),
  screen(
    'branded: just made',
    '/private/:key',
    ({ brandUrl }) => `${brandUrl}/`,
    async (page) => {
      await fill(page, '#secret', 'x');
      await tapAndGo(page, 'button[value=share]');
      await openSections(page);
    },
  ),
  screen('branded: gone', '/secret/:key', ({ brandUrl }) => `${brandUrl}/secret/${'0'.repeat(31)}`),
  screen('branded: unknown page', null, ({ brandUrl }) => `${brandUrl}/signin`),
];
