import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { Cleanup } from '../support/temp.ts';
import { type Troubles, watchTroubles } from './troubles.ts';

/** A desk with a mouse: without one Chromium says that nothing can hover. */
const mouse = '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** The server writes too: whoever changes a row behind its back waits for its turn. */
export const LOCK_WAIT_MS = 10_000;

/** It ends what hangs: no machine is so slow that a page takes this long. */
export const PATIENCE_MS = 60_000;

/** Passwords are stretched in no time: how well is not the point here. */
const QUICK_PASSWORDS = {
  HUSHLINK_AUTHENTICATION_ARGON2_MEMORY_KIB: '64',
  HUSHLINK_AUTHENTICATION_ARGON2_PASSES: '1',
  HUSHLINK_AUTHENTICATION_ARGON2_LANES: '1',
};

export interface Shared {
  readonly secretKey: string;
  readonly metadataKey: string;
}

export interface VisitorOptions {
  readonly hasScript?: boolean;
  /** What this visitor is about to meet, where it is the point of the test. */
  readonly expects?: RegExp;
  /** Comes as another tab of this visitor: the same cookies and the same local storage. */
  readonly sameAs?: Page;
}

/** The built server and a browser, for the tests of one file. */
export interface Stage {
  readonly server: TestServer;
  /**
   * A page of a visitor nobody has seen before. At the end of the test it must have met no error, no
   * breach of the content security policy and no request to another host.
   */
  visitor(t: Cleanup, options?: VisitorOptions): Promise<Page>;
  /** Shares a content over the API, as a program does. */
  share(secret: string, fields?: object): Promise<Shared>;
  /** Sends JSON to API v2, whatever it answers. */
  post(path: string, fields?: object): Promise<Response>;
  /** What became of a secret, as its sender may know. */
  stateOf(shared: Shared): Promise<string>;
  /** Changes every row of a secret that still waits: the only way to let an hour pass. */
  alterWaiting(assignment: string, atMs: number): void;
}

export interface StageOptions {
  /** Of the server, where its own name is part of the environment. */
  readonly port?: number;
  /** Of Chromium. */
  readonly flags?: readonly string[];
}

export async function openStage(
  env: Readonly<Record<string, string>> = {},
  { flags = [], ...options }: StageOptions = {},
): Promise<Stage> {
  const server = await startServer({
    env: { ...QUICK_PASSWORDS, HUSHLINK_SECRETS_PASSPHRASE_FIRST_DELAY: '0', ...env },
    ...options,
  });
  after(() => server.stop());
  const browser = await openBrowser({ after }, [mouse, ...flags]);
  const post: Stage['post'] = (path, fields = {}) =>
    fetch(`${server.url}/api/v2${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
  return {
    server,
    post,
    visitor: (t, options) => openVisitor(t, browser, server.url, options),
    share: async (secret, fields = {}) => {
      const { record } = await answerOf(post('/secret/conceal', { kind: 'share', secret, ...fields }));
      return { secretKey: record.secret.key, metadataKey: record.metadata.key };
    },
    stateOf: async ({ metadataKey }) => {
      const { record } = await answerOf(fetch(`${server.url}/api/v2/private/${metadataKey}`));
      return record.state;
    },
    alterWaiting: (assignment, atMs) => {
      using database = new DatabaseSync(join(server.folder, 'data/hushlink.db'), { timeout: LOCK_WAIT_MS });
      database.prepare(`UPDATE secret SET ${assignment} WHERE life = 'live'`).run(atMs);
    },
  };
}

/** See `Stage.visitor`. */
export async function openVisitor(
  t: Cleanup,
  browser: Browser,
  url: string,
  options: VisitorOptions = {},
): Promise<Page> {
  const context = options.sameAs?.browserContext() ?? (await browser.createBrowserContext());
  const page = await context.newPage();
  const troubles = await watchTroubles(page, url);
  await page.setJavaScriptEnabled(options.hasScript ?? true);
  page.setDefaultTimeout(PATIENCE_MS);
  t.after(() => leave(context, options, troubles));
  return page;
}

async function leave(context: BrowserContext, { expects, sameAs }: VisitorOptions, troubles: Troubles): Promise<void> {
  if (!sameAs) await context.close();
  assert.deepEqual(
    troubles.all().filter((trouble) => !expects?.test(trouble)),
    [],
  );
}

async function answerOf(asked: Promise<Response>) {
  const answer = await asked;
  assert.equal(answer.status, 200);
  return answer.json();
}
