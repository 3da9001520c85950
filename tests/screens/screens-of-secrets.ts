import type { Page } from 'puppeteer-core';
import { holdConfirmations } from '../browser/confirmations.ts';
import { fill } from '../browser/screens.ts';
import type { Shared } from '../support/site.ts';
import { openSections, type Screen, screen, screensOn, sendAnyway, shows, tap, tapAndGo } from './reach.ts';
import type { World } from './world.ts';

const TEXT = `user: robin\npassword: ${'unbroken'.repeat(8)}\nنص عربي\nand more`;
const passphrase = 'open sesame';
const noScript = { hasScript: false } as const;
const PASSPHRASE_ERROR = '#passphrase-error';

type Before = (world: World, shared: Shared) => unknown;

/** A secret of nobody, to which something may have happened, and its address for the sender or the recipient. */
const of =
  (kind: 'private' | 'secret', fields: object = {}, before: Before = () => {}, below = '') =>
  async (world: World) => {
    const shared = await world.stage.share(TEXT, fields);
    await before(world, shared);
    return `/${kind}/${kind === 'private' ? shared.metadataKey : shared.secretKey}${below}`;
  };

const receive: Before = ({ stage }, { secretKey }) => stage.post(`/secret/${secretKey}`, { continue: true });
const burn: Before = ({ stage }, { metadataKey }) => stage.post(`/private/${metadataKey}/burn`, { continue: true });
/** Of the secret that was made last. */
const alter =
  (assignment: () => string): Before =>
  ({ stage }) =>
    stage.alter(`UPDATE secret SET ${assignment()} WHERE rowid = (SELECT max(rowid) FROM secret)`);
const expire = alter(() => 'expires_at_ms = 1');
const lock = alter(() => `failures = 10, locked_until_ms = ${Date.now() + 3_600_000}`);

const mistype = async (page: Page) => {
  await fill(page, '#passphrase', 'wrong');
  await tap(page, 'main form [type=submit]');
  await shows(page, PASSPHRASE_ERROR);
};
const mistypeWithoutScript = async (page: Page) => {
  await fill(page, '#passphrase', 'wrong');
  await tapAndGo(page, 'main form [type=submit]');
};
const reveal = async (page: Page) => {
  await tap(page, 'main form [type=submit]');
  await shows(page, '#message');
};

const home = screensOn('/', '/');
const write = (page: Page) => fill(page, '#secret', TEXT);

export const homeScreens: readonly Screen[] = [
  home('home: empty'),
  home('home: written on', write),
  home('home: with its sections open', async (page) => {
    await write(page);
    await openSections(page);
  }),
  home('home: over the limit', (page) => fill(page, '#secret', 'unbroken'.repeat(60))),
  home('home: refused', async (page) => {
    await write(page);
    await page.$eval('#ttl option:checked', (option) => {
      (option as HTMLOptionElement).value = '1';
    });
    await tap(page, 'button[value=share]');
    await shows(page, '.sheet [role=alert]');
  }),
  home('home without script', undefined, noScript),
  home('home without script: sent empty', (page) => sendAnyway(page), noScript),
  screen('home: for customers only', '/', ({ bareUrl }) => bareUrl),
  screen('home: after an account was deleted', '/', '/?notice=account-deleted'),
];

const anyPrivate = { endsOn: '/private/:key' } as const;

export const privateScreens: readonly Screen[] = [
  screen('private page: just made', '/private/:key', of('private'), openSections),
  screen('private page: copied', '/private/:key', of('private'), async (page, { url }) => {
    await page.browserContext().overridePermissions(url, ['clipboard-read', 'clipboard-sanitized-write']);
    await page.bringToFront();
    await holdConfirmations(page);
    await tap(page, 'main .btn--primary.btn--block');
    await shows(page, '.is-copied');
  }),
  screen('private page: looked at once more', '/private/:key', of('private'), (page) => page.reload()),
  screen('private page: previewed', '/private/:key', async (world) => {
    const { secretKey, metadataKey } = await world.stage.share(TEXT);
    await world.stage.post(`/secret/${secretKey}/seen`);
    return `/private/${metadataKey}`;
  }),
  screen('private page: with a passphrase', '/private/:key', of('private', { passphrase }), openSections),
  screen('private page: cut off', '/private/:key', of('private', { truncate: true, secret: 'long'.repeat(200) })),
  screen('private page: received', '/private/:key', of('private', {}, receive), openSections),
  screen('private page: burned', '/private/:key', of('private', {}, burn), openSections),
  screen('private page: expired', '/private/:key', of('private', {}, expire), openSections),
  screen('private page: locked', '/private/:key', of('private', { passphrase }, lock)),
  ...(['waiting', 'sent', 'failed'] as const).map((state) =>
    screen(
      `private page: mails ${state}`,
      '/private/:key',
      ({ mailed }) => `/private/${mailed[state].metadataKey}`,
      undefined,
      { who: 'member' },
    ),
  ),
  screen('private page without script', '/private/:key', of('private'), undefined, noScript),
  screen(
    'private page without script: lock lifted',
    '/private/:key/unlock',
    of('private', { passphrase }, lock),
    (page) => tapAndGo(page, 'form[action$="/unlock"] button'),
    { ...noScript, ...anyPrivate },
  ),
];

const BURN = '/private/:key/burn';
const asked = (fields: object = {}, before: Before = () => {}) => of('private', fields, before, '/burn');

export const burnScreens: readonly Screen[] = [
  screen('burn: asked', BURN, asked()),
  screen('burn: wrong passphrase', BURN, asked({ passphrase }), mistype),
  screen('burn: already received', BURN, asked({}, receive)),
  screen('burn: already burned', BURN, asked({}, burn)),
  screen('burn: already expired', BURN, asked({}, expire)),
  screen('burn without script: wrong passphrase', BURN, asked({ passphrase }), mistypeWithoutScript, noScript),
  screen('burn it unread: asked', '/secret/:key/burn', of('secret', {}, undefined, '/burn')),
  screen('burn it unread: with a passphrase', '/secret/:key/burn', of('secret', { passphrase }, undefined, '/burn')),
  screen(
    'burn it unread: wrong passphrase',
    '/secret/:key/burn',
    of('secret', { passphrase }, undefined, '/burn'),
    mistypeWithoutScript,
  ),
  screen('burned unread', '/secret/:key/burn', of('secret', {}, undefined, '/burn'), (page) =>
    tapAndGo(page, 'main form [type=submit]'),
  ),
];

const secret = (name: string, fields: object = {}, act?: Screen['reach'], before?: Before, options = {}) =>
  screen(name, '/secret/:key', of('secret', fields, before), act, options);
const ofMember = async ({ people }: World) => `/secret/${(await people.member.share(TEXT)).secretKey}`;
const long = { truncate: true, secret: 'long'.repeat(200) };

export const secretScreens: readonly Screen[] = [
  secret('secret: sealed', {}, openSections),
  secret('secret: with a passphrase', { passphrase }),
  secret('secret: wrong passphrase', { passphrase }, mistype),
  secret('secret: locked', { passphrase }, undefined, lock),
  secret('secret: read', {}, reveal),
  secret('secret: read, with its end cut off', long, reveal),
  screen('secret: seen by its owner', '/secret/:key', ofMember, undefined, { who: 'member' }),
  screen('secret: read by its owner', '/secret/:key', ofMember, reveal, { who: 'member' }),
  secret('secret: gone', {}, undefined, receive),
  secret('secret: gone when it was opened', {}, async (page, { stage }) => {
    await stage.post(`/secret/${page.url().split('/').at(-1)}`, { continue: true });
    await tap(page, 'main form [type=submit]');
    await shows(page, '[role=alert]');
  }),
  secret('secret without script: sealed', {}, openSections, undefined, noScript),
  secret('secret without script: wrong passphrase', { passphrase }, mistypeWithoutScript, undefined, noScript),
  secret('secret without script: locked', { passphrase }, mistypeWithoutScript, lock, noScript),
  secret('secret without script: read', {}, (page) => tapAndGo(page, 'main form [type=submit]'), undefined, noScript),
  screen('secret that verifies an address', '/secret/:key', verification),
  screen('secret that has verified an address', '/secret/:key', verification, reveal),
];

let strangers = 0;

/** What somebody is mailed who signs up. */
async function verification({ stage, mailbox }: World): Promise<string> {
  const { address } = await stage.member(`stranger${++strangers}@example.com`);
  const links = () =>
    mailbox.mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ parsed }) => /http\S+\/secret\/\w+/.exec(parsed.text ?? '')?.[0] ?? []);
  await mailbox.until(() => links().length > 0);
  return new URL(links()[0] ?? '').pathname;
}
