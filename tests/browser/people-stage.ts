import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import type { Page } from 'puppeteer-core';
import { LOCK_WAIT_MS, type Shared } from '../support/site.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { open } from './screens.ts';
import { openStage, type Stage, type StageOptions, type VisitorOptions } from './stage.ts';

export const PASSWORD = 'lantern 7 harbour!';

/** Somebody with an account. */
export interface Member {
  readonly address: string;
  /** The cookie of a session of its own. */
  signIn(): Promise<string>;
  /** Shares over the API under this name, mailing the link where a recipient is named. */
  share(secret: string, fields?: object): Promise<Shared>;
}

export interface PeopleStage extends Stage {
  /** Signs somebody up whom nobody knows yet, without looking at a page. */
  member(address?: string): Promise<Member>;
  colonel(): Promise<Member>;
  /** As the operator does; the stage is opened with `PLANS_ON` (tests/support/plans.ts). */
  givePlan(member: Member, planid: string): void;
  /** A page on which this member is signed in, at a path; its islands have taken over. */
  enter(t: Cleanup, member: Member, path: string, options?: VisitorOptions): Promise<Page>;
  /** Ends every session behind the back of the pages. */
  revokeSessions(): void;
  alter(sql: string): void;
}

/** The stage with accounts: verified at once. */
export async function openPeopleStage(
  env: Readonly<Record<string, string>> = {},
  options: StageOptions = {},
): Promise<PeopleStage> {
  const stage = await openStage({ HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true', ...env }, options);
  const { url, folder } = stage.server;
  let people = 0;
  const member = (address = `robin${++people}@example.com`) => memberAt(url, address);
  const alter = (sql: string) => {
    using database = new DatabaseSync(join(folder, 'data/hushlink.db'), { timeout: LOCK_WAIT_MS });
    database.exec(sql);
  };
  return {
    ...stage,
    alter,
    member,
    colonel: async () => {
      const one = await member();
      alter(`UPDATE customer SET role = 'colonel' WHERE custid = '${one.address}'`);
      return one;
    },
    givePlan: ({ address }, planid) => alter(`UPDATE customer SET planid = '${planid}' WHERE custid = '${address}'`),
    enter: async (t, one, path, options = {}) => {
      const page = await stage.visitor(t, options);
      await carrySession(page, await one.signIn());
      await (options.hasScript === false ? page.goto(url + path) : open(page, url + path));
      return page;
    },
    revokeSessions: () => alter('DELETE FROM session'),
  };
}

/** Signs somebody up on a site that verifies accounts at once. */
export async function memberAt(url: string, address: string): Promise<Member> {
  await sendForm(url, '/signup', { u: address, p: PASSWORD, agree: 'on' });
  const signIn = () => sendForm(url, '/signin', { u: address, p: PASSWORD });
  let session: Promise<string> | null = null;
  return {
    address,
    signIn,
    share: async (secret, fields = {}) => {
      session ??= signIn();
      return shareIn(await session, url, { kind: 'share', secret, ...fields });
    },
  };
}

/** A mail server of this file, and the environment that makes Hushlink use it. */
export async function openMailbox(): Promise<{ mailbox: TestSmtpServer; env: Record<string, string> }> {
  const mailbox = await startSmtpServer();
  after(() => mailbox.stop());
  return { mailbox, env: { HUSHLINK_MAIL_SMTP: mailbox.address, HUSHLINK_MAIL_FROM: 'hushlink@example.org' } };
}

/** Waits for a mail to that address and returns the first link in it that leads to such a path. */
export async function linkMailedTo(mailbox: TestSmtpServer, address: string, path: RegExp): Promise<string> {
  const found = () =>
    mailbox.mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ parsed }) => (parsed.text ?? '').match(/https?:\S+/g) ?? [])
      .find((link) => path.test(new URL(link).pathname));
  await mailbox.until(() => found() !== undefined);
  return found() ?? '';
}

/** Gives the page a session that was begun elsewhere. */
export async function carrySession(page: Page, session: string): Promise<void> {
  await page.browserContext().setCookie({ name: 'sess', value: session, domain: 'localhost', httpOnly: true });
}

/** Shares over the API as the pages of this session do. */
async function shareIn(session: string, url: string, fields: object): Promise<Shared> {
  const cookie = `sess=${session}`;
  const shown = await fetch(`${url}/dashboard`, { headers: { cookie } });
  const shrimp = shrimpIn(await shown.text());
  const answer = await fetch(`${url}/api/v2/secret/conceal`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, shrimp }),
  });
  const { record, message } = await answer.json();
  assert.equal(answer.status, 200, message);
  return { secretKey: record.secret.key, metadataKey: record.metadata.key };
}

/** Fills a form of the site as a browser without script does; returns the session that comes of it. */
async function sendForm(url: string, path: string, fields: Record<string, string>): Promise<string> {
  const shown = await fetch(url + path);
  const cookie = shown.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const shrimp = shrimpIn(await shown.text());
  const body = new URLSearchParams({ ...fields, shrimp });
  const answer = await fetch(url + path, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
  assert.equal(answer.status, 303, await answer.text());
  const session = answer.headers.getSetCookie().find((line) => line.startsWith('sess='));
  return session?.slice('sess='.length).split(';')[0] ?? '';
}

function shrimpIn(html: string): string {
  return /name="shrimp" value="([^"]+)"/.exec(html)?.[1] ?? '';
}
