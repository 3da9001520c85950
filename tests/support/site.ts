import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { LIGHT_PASSWORDS } from './light-passwords.ts';
import { startServer, type TestServer } from './server.ts';

/** The server writes too: whoever changes a row behind its back waits for its turn. */
export const LOCK_WAIT_MS = 10_000;

export interface Shared {
  readonly secretKey: string;
  readonly metadataKey: string;
}

/** The built server, for the tests of one file that look at its pages. */
export interface Site {
  readonly server: TestServer;
  /** Shares a content over the API, as a program does. */
  share(secret: string, fields?: object): Promise<Shared>;
  /** Sends JSON to API v2, whatever it answers. */
  post(path: string, fields?: object): Promise<Response>;
  /** What became of a secret, as its sender may know. */
  stateOf(shared: Pick<Shared, 'metadataKey'>): Promise<string>;
  /** Changes every row of a secret that still waits: the only way to let an hour pass. */
  alterWaiting(assignment: string, atMs: number): void;
}

export interface SiteOptions {
  /** Of the server, where its own name is part of the environment. */
  readonly port?: number;
}

export async function openSite(env: Readonly<Record<string, string>> = {}, options: SiteOptions = {}): Promise<Site> {
  const server = await startServer({
    env: { ...LIGHT_PASSWORDS, HUSHLINK_SECRETS_PASSPHRASE_FIRST_DELAY: '0', ...env },
    ...options,
  });
  after(() => server.stop());
  const post: Site['post'] = (path, fields = {}) =>
    fetch(`${server.url}/api/v2${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
  return {
    server,
    post,
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

async function answerOf(asked: Promise<Response>) {
  const answer = await asked;
  assert.equal(answer.status, 200);
  return answer.json();
}
