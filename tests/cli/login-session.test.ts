import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { apiTokenHash, makeApiToken } from '#src/crypto/api-token.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { createTestApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { playInShell } from './play-in-shell.ts';

const CUSTID = 'you@example.org' as CustId;

/** A site with one customer, who has this token. */
async function openSite(t: Cleanup) {
  const port = await freePort();
  const env = { HUSHLINK_SITE_HOST: `localhost:${port}`, HUSHLINK_SITE_SCHEME: 'http' };
  const site = createTestApp(t, { env });
  const server = site.app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const token = makeApiToken(randomBytes);
  await site.store.accounts.create(sampleCustomer({ custid: CUSTID, apiTokenHash: apiTokenHash(token) }));
  return { token, host: `localhost:${port}` };
}

/** What people do to the file between two commands. */
function changed(file: string): string {
  return `#mine\n${readFileSync(file, 'utf8').replace('  work:\n', '  work:\n    ttl: 2h # short\n')}`;
}

test('signing in keeps a token for its owner alone, commands use it, and signing out removes it, as the transcript shows', async (t) => {
  const { token, host } = await openSite(t);
  const folder = temporaryFolder(t);
  const file = join(folder, 'config/hushlink/config.yaml');
  writeFileSync(join(folder, 'token.txt'), `${token}\n`, { mode: 0o600 });
  const happen = (what: string) => {
    if (what === 'somebody writes a comment and a lifetime into the file') return writeFileSync(file, changed(file));
    if (what !== 'the folder is no folder') assert.fail(what);
    rmSync(join(folder, 'config/hushlink/tokens'), { recursive: true });
    writeFileSync(join(folder, 'config/hushlink/tokens'), '');
  };
  const { expected, found } = await playInShell('login-session.txt', {
    ...{ folder, happen, env: { XDG_CONFIG_HOME: join(folder, 'config'), HUSHLINK_SERVER: `http://${host}` } },
    names: { [folder]: '/srv', [host]: 'hush.example.org', [token]: '«token»' },
  });
  assert.equal(found.replaceAll(/\b[0-9a-z]{31}\b/g, 'KEY'), expected);
  const printed = found.replaceAll(/^[$#] .*$/gm, '');
  assert.doesNotMatch(printed, /hunter2|«token»/);
});
