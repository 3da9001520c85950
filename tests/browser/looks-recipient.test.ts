import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { freePort } from '../support/free-port.ts';
import type { Shared } from '../support/site.ts';
import { audit } from './audit.ts';
import { messageOn, open, press, pressAndGo, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage({ HUSHLINK_PLANS_ANONYMOUS_SIZE: '400' });
const { server } = stage;
const port = await freePort();
const longHost = `secrets.informationssicherheit.landeshauptstadt-musterhausen.localhost:${port}`;
const far = await openStage({ HUSHLINK_SITE_HOST: longHost, HUSHLINK_SITE_SCHEME: 'http' }, { port });
const passphrase = 'open sesame';

interface State {
  readonly name: string;
  readonly fields?: object;
  readonly before?: (shared: Shared) => Promise<unknown>;
  /** Below the address of the secret. */
  readonly path?: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

async function reveal(page: Page): Promise<void> {
  await press(page, 'Click to continue');
  await messageOn(page);
}

async function openAbout(page: Page): Promise<void> {
  for (const summary of await page.$$('summary')) await summary.click();
}

async function mistype(page: Page): Promise<void> {
  await page.type('#passphrase', 'wrong');
  await press(page, 'Click to continue');
  await see(page, 'Double check that passphrase');
}

const lock = async () => stage.alterWaiting('failures = 10, locked_until_ms = ?', Date.now() + 3_600_000);

const states: readonly State[] = [
  { name: 'sealed', act: openAbout },
  { name: 'sealed with a passphrase', fields: { passphrase } },
  { name: 'a wrong passphrase', fields: { passphrase }, act: mistype },
  { name: 'locked', fields: { passphrase }, before: lock },
  { name: 'read', act: reveal },
  { name: 'read, with its end cut off', fields: { truncate: true, secret: 'long'.repeat(200) }, act: reveal },
  { name: 'gone', before: ({ secretKey }) => stage.post(`/secret/${secretKey}`, { continue: true }) },
  { name: 'asked to burn it unread', path: '/burn' },
  { name: 'asked to burn it unread, with a passphrase', path: '/burn', fields: { passphrase } },
  { name: 'burned unread', path: '/burn', act: (page) => pressAndGo(page, 'Burn it unread') },
];
for (const { name, fields = {}, before = async () => {}, path = '', act = async () => {} } of states) {
  test(`the recipient's page is accessible and fits, at three widths in both themes: ${name}`, async (t) => {
    const shared = await stage.share(`${'unbroken'.repeat(40)}\nand more`, fields);
    await before(shared);
    const page = await stage.visitor(t);
    await open(page, `${server.url}/secret/${shared.secretKey}${path}`);
    await act(page);
    await audit(page);
  });
}

test("the recipient's page is accessible and fits, at three widths in both themes: of a host that fits on no line", async (t) => {
  const page = await far.visitor(t, { expects: /^another host/ });
  await open(page, `http://${longHost}/secret/${'0'.repeat(31)}`);
  await see(page, `Powered by ${longHost}`);
  await audit(page);
});
