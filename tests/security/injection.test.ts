import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf } from '../durability/client.ts';
import { ENGINES, openForm, openSite, PASSWORD, type Site, signUp } from './stores.ts';

/** What would be a command to a database, to Redis, to a shell, to a mail server, to a template or to a directory. */
const commands: readonly string[] = [
  ...["'; DROP TABLE secret; --", '" OR ""="', "x') UNION SELECT * FROM customer --", "'||(SELECT hash)||'"],
  ...['\r\nFLUSHALL\r\n', '*1\r\n$8\r\nFLUSHALL\r\n', "return redis.call('FLUSHALL')", '} redis.call("KEYS", "*") --'],
  ...['$(id)`id`|id;id&&id', '../../../etc/passwd', '\r\nRCPT TO:<evil@example.org>\r\n', '%s%s%n%x'],
  ...['{{7*7}}<%= 7*7 %>#{7*7}', '*)(uid=*))(|(uid=*', "' or '1'='1", '__proto__', 'toString'],
];

for (const engine of ENGINES) {
  test(`${engine}: what is a command elsewhere is a text here: content, passphrase, key, name, password, token`, async (t) => {
    const site = await openSite(t, engine);
    const { client } = site;
    await signUp(client, 'ann@example.org');
    const waiting = await client.share('still here');
    const before = await site.store.accounts.count();
    for (const text of commands) {
      const { secretKey } = await client.share(text, { passphrase: text });
      assert.equal(contentOf(await client.reveal(secretKey, { passphrase: text })), text, text);
      await knockAsNobody(site, text);
    }
    assert.equal(await site.store.accounts.count(), before);
    assert.equal(contentOf(await client.reveal(waiting.secretKey)), 'still here');
  });
}

/** In every place where a text names something in the store. */
async function knockAsNobody({ client }: Site, text: string): Promise<void> {
  const part = encodeURIComponent(text);
  for (const path of [`/api/v2/secret/${part}`, `/api/v2/private/${part}`, `/secret/${part}/burn`]) {
    assert.equal((await client.ask(path)).status, 404, path);
  }
  for (const name of [`ann@example.org:${text}`, `${text}:${PASSWORD}`, `ann@example.org${text}:x`]) {
    const headers = { Authorization: `Basic ${Buffer.from(name).toString('base64')}` };
    assert.equal((await client.ask('/api/v2/account', { headers })).status, 401, name);
  }
  const cookie = `sess=${encodeURIComponent(`s:${text}.x`)}`;
  assert.equal((await client.ask('/api/v2/account', { headers: { Cookie: cookie } })).status, 401, cookie);
  const sign = await openForm(client, '/signin');
  assert.equal((await sign.post('/signin', { u: text, p: PASSWORD })).status, 422, text);
  assert.equal((await sign.post('/signin', { u: `nobody${part}@example.org`, p: text })).status, 422, text);
}
