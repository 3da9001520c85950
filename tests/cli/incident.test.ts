import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { contentOf, createClient, jsonOf } from '../durability/client.ts';
import { signedIn, signUp } from '../security/stores.ts';
import { LIGHT_PASSWORDS } from '../support/light-passwords.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

const redis = await startRedisServer();
after(() => redis.stop());
const onRedis = { HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };

async function openSite(t: Cleanup, store: Readonly<Record<string, string>>) {
  const server = await startServer({ env: { ...LIGHT_PASSWORDS, ...store } });
  t.after(() => server.stop());
  const client = createClient(server.port, 20);
  t.after(() => client.close());
  const env = { HUSHLINK_DATA: join(server.folder, 'data'), ...store };
  const incident = (...args: readonly string[]) => runCli(['incident', ...args], { env });
  return { client, incident, database: join(env.HUSHLINK_DATA, 'hushlink.db') };
}

for (const [engine, store] of [
  ['sqlite', {}],
  ['redis', onRedis],
] as const) {
  test(`${engine}: beside the running server an account's unread secrets are burned, its sessions and token ended, and its page says who did it`, async (t) => {
    const { client, incident } = await openSite(t, store);
    const address = `anna-${engine}@example.org`;
    await signUp(client, address);
    const anna = await signedIn(client, address, '/dashboard');
    const own = jsonOf(await anna.call('/secret/conceal', { kind: 'share', secret: 'of anna' })).record;
    const visitor = await client.share('of a visitor');
    const unasked = await incident('burn', '--account', address);
    assert.deepEqual([unasked.code, /--yes/.test(unasked.stderr)], [2, true]);
    const burned = await incident('burn', '--account', address.toUpperCase(), '--yes', '--json');
    assert.deepEqual([burned.code, JSON.parse(burned.stdout)], [0, { burned: 1 }], burned.stderr);
    assert.equal((await client.reveal(own.secret.key)).status, 404);
    const page = await client.ask(`/private/${own.metadata.key}`);
    assert.match(String(page.body), /Whoever runs this site destroyed it before anyone read it/);
    assert.doesNotMatch(String(page.body), /You destroyed this secret/);
    const told = jsonOf(await client.ask(`/api/v2/private/${own.metadata.key}`)).details;
    assert.deepEqual([told.burned_by, told.is_burned], ['operator', true]);
    const ended = await incident('sign-out', '--account', address, '--yes');
    assert.deepEqual([ended.code, ended.stdout], [0, '1\n']);
    assert.match(String((await client.ask('/recent', { headers: { Cookie: anna.cookie } })).status), /303/);
    await signedIn(client, address, '/dashboard');
    assert.equal(contentOf(await client.reveal(visitor.secretKey)), 'of a visitor');
    assert.equal((await incident('burn', '--account', 'nobody@example.org', '--yes')).code, 3);
  });

  test(`${engine}: while readers race for them, everything unread is burned: each is delivered once or burned, never both`, async (t) => {
    const { client, incident } = await openSite(t, store);
    const keys = await Promise.all(Array.from({ length: 300 }, (_, at) => client.share(`number ${at}`)));
    let isOver = false;
    const readers = async () => {
      const delivered: string[] = [];
      for (const { secretKey } of keys.slice(0, 150)) {
        if (isOver) break;
        const answers = await Promise.all([client.reveal(secretKey), client.reveal(secretKey)]);
        const contents = answers.map(contentOf).filter((content) => content !== null);
        assert.ok(contents.length <= 1, 'twice');
        if (contents.length === 1) delivered.push(secretKey);
      }
      return delivered;
    };
    const [delivered, end] = await Promise.all([
      readers(),
      incident('burn', '--all', '--yes', '--json').then((result) => {
        isOver = true;
        return result;
      }),
    ]);
    assert.equal(end.code, 0, end.stderr);
    const left = await Promise.all(keys.map(({ metadataKey }) => client.ask(`/api/v2/private/${metadataKey}`)));
    const fates = left.map((answer) => jsonOf(answer).details);
    const burned = fates.filter((details) => details.burned_by === 'operator').length;
    assert.equal(fates.filter((details) => details.is_received).length, delivered.length);
    assert.equal(burned + delivered.length, keys.length);
    assert.ok(burned > 0);
    for (const { secretKey } of keys) assert.equal((await client.reveal(secretKey)).status, 404);
    const fresh = await client.share('made afterwards');
    assert.equal(contentOf(await client.reveal(fresh.secretKey)), 'made afterwards');
  });
}

test('what does not fit together burns nothing and says why', async (t) => {
  const { client, incident } = await openSite(t, {});
  const { secretKey } = await client.share('stays');
  for (const args of [
    ['burn', '--yes'],
    ['burn', '--all', '--account', 'a@example.org', '--yes'],
    ['burn', '--account', 'nobody', '--yes'],
    ['burn', '--domain', 'x y', '--yes'],
    ['burn', '--domain', 'secrets.example.org', '--yes'],
    ['sign-out', '--yes'],
    ['sign-out', '--all', '--account', 'a@example.org', '--yes'],
    ['burn', '--all'],
  ]) {
    const end = await incident(...args);
    assert.deepEqual([end.code, end.stdout], [2, ''], `${args} ${end.stderr}`);
    assert.notEqual(end.stderr, '');
  }
  assert.equal(contentOf(await client.reveal(secretKey)), 'stays');
});

test('burning that is cut short is no success, and says how far it came', async (t) => {
  const { client, incident, database } = await openSite(t, {});
  await client.share('stays');
  const beside = new DatabaseSync(database);
  beside.exec("CREATE TRIGGER barred BEFORE UPDATE ON secret BEGIN SELECT RAISE(ABORT, 'barred'); END");
  beside.close();
  const end = await incident('burn', '--all', '--yes');
  assert.deepEqual([end.code, end.stdout], [8, ''], end.stderr);
  assert.match(end.stderr, /^hushlink: Cut short after 0: /);
});

test('where there is no store nobody is told that there is nothing in it, and none is made', async (t) => {
  const folder = temporaryFolder(t);
  const key = join(folder, 'key');
  writeFileSync(key, randomBytes(32).toString('base64'));
  const commands = [
    ['incident', 'burn', '--all', '--yes'],
    ['incident', 'sign-out', '--all', '--yes'],
    ['backup', '--to', join(folder, 'empty.backup'), '--key-file', key],
    ['keys', 'status'],
    ['store', 'reopen', '--yes'],
  ];
  for (const command of commands) {
    const { code, stdout, stderr } = await runCli(command, { env: { HUSHLINK_DATA: join(folder, 'data') } });
    assert.deepEqual([code, stdout], [1, ''], command.join(' '));
    assert.match(stderr, /There is no store at .*hushlink\.db; hint: /);
  }
  assert.equal(existsSync(join(folder, 'data/hushlink.db')), false);
  assert.equal(existsSync(join(folder, 'empty.backup')), false);
});
