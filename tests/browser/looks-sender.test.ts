import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Shared } from '../support/site.ts';
import { audit } from './audit.ts';
import { open, press, see } from './screens.ts';
import { openStage, type Stage } from './stage.ts';

const stage = await openStage();
const later = await openStage({ HUSHLINK_SECRETS_SENDER_COPY: '0' });

interface State {
  readonly name: string;
  readonly fields?: object;
  readonly on?: Stage;
  /** What happens before the sender looks. */
  readonly before?: (shared: Shared) => Promise<unknown>;
}

const passphrase = 'open sesame';
const receive = ({ secretKey }: Shared) => stage.post(`/secret/${secretKey}`, { continue: true });
const burn = ({ metadataKey }: Shared) => stage.post(`/private/${metadataKey}/burn`, { continue: true });
const alter = (assignment: string, atMs: number) => async () => stage.alterWaiting(assignment, atMs);

const states: readonly State[] = [
  { name: 'just made' },
  { name: 'with a passphrase', fields: { passphrase } },
  { name: 'later, with the content masked', on: later },
  { name: 'received', before: receive },
  { name: 'burned', before: burn },
  { name: 'expired', before: alter('expires_at_ms = ?', 1) },
  {
    name: 'locked',
    fields: { passphrase },
    before: alter('failures = 10, locked_until_ms = ?', Date.now() + 3_600_000),
  },
];
for (const { name, fields = {}, on = stage, before = async () => {} } of states) {
  test(`the private page is accessible and fits, at three widths in both themes: ${name}`, async (t) => {
    const shared = await on.share(`${'unbroken'.repeat(40)}\nand more`, fields);
    await before(shared);
    const page = await on.visitor(t);
    await open(page, `${on.server.url}/private/${shared.metadataKey}`);
    for (const summary of await page.$$('summary')) await summary.click();
    await audit(page);
  });
}

const burnPages: readonly (State & { readonly act?: (page: Page) => Promise<void> })[] = [
  { name: 'asking' },
  {
    name: 'with a wrong passphrase',
    fields: { passphrase },
    act: async (page) => {
      await page.type('#passphrase', 'wrong');
      await press(page, 'Burn this secret');
      await see(page, 'Double check that passphrase');
    },
  },
  { name: 'already received', before: receive },
  { name: 'already burned', before: burn },
];
for (const { name, fields = {}, before = async () => {}, act = async () => {} } of burnPages) {
  test(`the burn page is accessible and fits, at three widths in both themes: ${name}`, async (t) => {
    const shared = await stage.share('x', fields);
    await before(shared);
    const page = await stage.visitor(t);
    await open(page, `${stage.server.url}/private/${shared.metadataKey}/burn`);
    await act(page);
    await audit(page);
  });
}
