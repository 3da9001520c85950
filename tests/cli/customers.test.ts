import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { customerAnswer } from '#src/cli/customers/show.ts';
import { ownerTags } from '#src/compose/secrets.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { sampleDomain } from '../store/domain-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { startServer } from '../support/server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

const PASSWORD = 'correct horse battery';

/** The command line on a store of its own. */
function openSite(t: Cleanup, env: Readonly<Record<string, string>> = {}) {
  const settings = { HUSHLINK_DATA: temporaryFolder(t), HUSHLINK_AUTHENTICATION_ARGON2_MEMORY_KIB: '1024', ...env };
  const customers = async (args: readonly string[], input = '') => {
    const { code, stdout, stderr } = await runCli(['customers', ...args], { env: settings, input });
    return { code, stdout, stderr };
  };
  const create = (address: string, ...more: readonly string[]) =>
    customers(['create', address, '--password-file', '-', ...more], `${PASSWORD}\n`);
  return { customers, create, settings };
}

/** Beside the command line, on the same file. */
function openStore(t: Cleanup, path: string) {
  const store = openSqliteStore({ path, policy: POLICY, now: () => 0, onSweepError: () => {} });
  t.after(() => store.close());
  return store;
}

test('the operator makes an account, sees it, changes its role and deletes it', async (t) => {
  const { customers, create } = openSite(t);
  const made = await create(' Anna@Example.org ', '--json');
  assert.equal(made.code, 0, made.stderr);
  const facts = { address: 'anna@example.org', role: 'customer', verified: true, mail_proven: false };
  const { created, ...rest } = JSON.parse(made.stdout);
  assert.ok(Number.isInteger(created));
  const counts = { secrets_created: 0, secrets_shared: 0, emails_sent: 0 };
  assert.deepEqual(rest, {
    ...facts,
    plan: 'basic',
    paid_plan: null,
    paid_until: null,
    locale: null,
    has_api_token: false,
    ...counts,
  });
  assert.match((await customers(['role', 'anna@example.org', 'colonel'])).stdout, /^role: colonel$/m);
  assert.match((await customers(['list'])).stdout, /^anna@example\.org\tcolonel\tverified\t\d{4}-\d\d-\d\d\tbasic\n$/);
  assert.deepEqual(await customers(['delete', 'anna@example.org', '--yes']), {
    code: 0,
    stdout: 'deleted\n',
    stderr: '',
  });
  const gone = await customers(['show', 'anna@example.org', '--json']);
  assert.deepEqual([gone.code, JSON.parse(gone.stdout).error.code], [3, 'gone']);
});

test('what an account has done is told under its own names', () => {
  const done = { secretsCreated: 3, secretsShared: 2, emailsSent: 1, apiTokenHash: 'x', isMailProven: true };
  const { json, line } = customerAnswer(sampleCustomer({ ...done, isVerified: false }));
  const { secrets_created, secrets_shared, emails_sent, ...rest } = json as Record<string, unknown>;
  assert.deepEqual([secrets_created, secrets_shared, emails_sent], [3, 2, 1]);
  assert.deepEqual([rest.has_api_token, rest.mail_proven, rest.verified], [true, true, false]);
  assert.match(line, /^secrets created: 3\nsecrets shared: 2\nemails sent: 1$/m);
});

test('a reset link is of the site as it is named, and says in seconds when it ends', async (t) => {
  const { customers, create } = openSite(t, { HUSHLINK_SITE_HOST: 'secrets.example.org:8443' });
  await create('anna@example.org', '--role', 'colonel');
  assert.match((await customers(['show', 'anna@example.org'])).stdout, /^role: colonel$/m);
  const { link, expires_at } = JSON.parse((await customers(['reset-link', 'anna@example.org', '--json'])).stdout);
  assert.match(link, /^https:\/\/secrets\.example\.org:8443\/forgot\/\w+$/);
  const seconds = expires_at - Date.now() / 1000;
  assert.ok(Number.isInteger(expires_at) && seconds > 3000 && seconds <= 3600, `${seconds} s`);
});

test('whoever takes back a role that the configuration gives all the same is told so, and only then', async (t) => {
  const { customers, create, settings } = openSite(t, { HUSHLINK_AUTHENTICATION_COLONELS: 'anna@example.org' });
  await create('anna@example.org', '--role', 'colonel');
  const unproven = await customers(['role', 'anna@example.org', 'customer']);
  assert.deepEqual([unproven.code, unproven.stderr], [0, '']);
  const store = openStore(t, join(settings.HUSHLINK_DATA, 'hushlink.db'));
  await store.accounts.verify('anna@example.org' as CustId, { isMailProven: true, epoch: null });
  for (const args of [
    ['role', 'anna@example.org', 'customer'],
    ['show', 'anna@example.org'],
  ]) {
    const { code, stdout, stderr } = await customers(args);
    assert.deepEqual([code, /^role: customer$/m.test(stdout)], [0, true]);
    assert.match(stderr, /^Still an administrator: authentication\.colonels names this address/);
  }
});

test('where no server keeps anything no account is looked for, and no store is made', async (t) => {
  const { customers, settings } = openSite(t, { HUSHLINK_DATA: join(temporaryFolder(t), 'elsewhere') });
  const address = 'anna@example.org';
  const asked = [['list'], ['show', address], ['role', address, 'colonel'], ['reset-link', address]];
  for (const args of [...asked, ['delete', address, '--yes']]) {
    const { code, stderr } = await customers(args);
    assert.equal(code, 1);
    assert.match(stderr, /There is no store at .*hushlink\.db; hint: /);
  }
  assert.equal(existsSync(settings.HUSHLINK_DATA), false);
});

test('a store that nobody can get at is not said to be absent', async (t) => {
  const data = join(temporaryFolder(t), 'data');
  symlinkSync(data, data);
  const { code, stderr } = await runCli(['customers', 'list'], { env: { HUSHLINK_DATA: data } });
  assert.equal(code, 8);
  assert.match(stderr, /The store of the configuration does not answer: .*hushlink\.db cannot be opened: E/);
});

test('under another site secret no account is deleted, since its name would stay on its secrets', async (t) => {
  const { customers, create, settings } = openSite(t);
  for (const name of ['anna', 'berta']) await create(`${name}@example.org`);
  assert.equal((await customers(['delete', 'anna@example.org', '--yes'])).code, 0);
  const env = { ...settings, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  const refused = await runCli(['customers', 'delete', 'berta@example.org', '--yes'], { env });
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /Nothing is deleted\. This store belongs to another site secret/);
  assert.equal((await customers(['show', 'berta@example.org'])).code, 0);
});

test('the domains of a deleted account go with it', async (t) => {
  const secret = randomBytes(32);
  const { customers, create, settings } = openSite(t, { HUSHLINK_SITE_SECRET: secret.toString('base64') });
  await create('anna@example.org');
  const path = join(settings.HUSHLINK_DATA, 'hushlink.db');
  const { accounts, domains } = openStore(t, path);
  const owner = await accounts.find('anna@example.org' as CustId);
  const ownerTag = ownerTags(createKeyRing({ siteSecret: secret, randomBytes }))(owner!);
  await domains.add(sampleDomain({ ownerTag }), 1);
  await customers(['delete', 'anna@example.org', '--yes']);
  assert.equal(await domains.count(ownerTag), 0);
});

test('what is paid for a deleted account is left to the server to cancel, and at once', async (t) => {
  const { customers, create, settings } = openSite(t);
  await create('anna@example.org');
  const { accounts, billing } = openStore(t, join(settings.HUSHLINK_DATA, 'hushlink.db'));
  const { custid, createdAtMs } = (await accounts.find('anna@example.org' as CustId))!;
  const owner = { custid, createdAtMs };
  await billing.link(owner, 'cus_anna');
  const farOffMs = Date.now() + 20 * 86_400_000;
  const empty = { payers: [], subscriptions: [] };
  await billing.keep(owner, (await billing.beginLook(owner))!, { seen: empty, paid: null, nextLookAtMs: farOffMs });
  assert.deepEqual(await billing.due(10, Date.now()), []);
  await customers(['delete', 'anna@example.org', '--yes']);
  assert.deepEqual(await billing.due(10, Date.now()), [{ owner, payers: ['cus_anna'], isOrphaned: true }]);
});

test('list says how many there are and shows the newest', async (t) => {
  const { customers, create } = openSite(t);
  for (const name of ['a', 'b', 'c']) await create(`${name}@example.org`);
  const some = await customers(['list', '--limit', '2']);
  assert.match(some.stdout, /^c@example\.org\t.*\nb@example\.org\t.*\n$/);
  assert.match(some.stderr, /These are 2 of 3/);
  const { count, customers: listed } = JSON.parse((await customers(['list', '--limit', '1', '--json'])).stdout);
  assert.deepEqual([count, listed.length, listed[0].address], [3, 1, 'c@example.org']);
});

test('what cannot be done is said, with an exit code of its own, and nothing is changed', async (t) => {
  const { customers, create } = openSite(t);
  await create('anna@example.org');
  const cases: readonly (readonly [number, readonly string[], string, RegExp])[] = [
    [
      7,
      ['create', 'anna@example.org', '--password-file', '-'],
      PASSWORD,
      /There is an account of this address already\./,
    ],
    [2, ['create', 'ben@example.org', '--password-file', '-'], 'short', /text of 8 to 1000 characters/],
    [2, ['create', 'ben@example.org', '--password-file', '-'], 'Password123', /one of the first/],
    [2, ['create', 'ben@example.org', '--password-file', '-'], 'ben@example.org', /must not be the e-mail address/],
    [2, ['create', 'ben@example.org', '--password-file', '/no/such/file'], '', /Could not read the password file/],
    [2, ['create', 'ben@example.org'], '', /use --password-file, or run this on a terminal/],
    [2, ['create', 'no address', '--password-file', '-'], PASSWORD, /not an e-mail address/],
    [2, ['role', 'anna@example.org', 'king'], '', /not allowed/],
    [2, ['delete', 'anna@example.org'], '', /confirm with --yes/],
    [3, ['delete', 'ben@example.org', '--yes'], '', /no account of this address/],
    [3, ['verify', 'ben@example.org'], '', /no account of this address/],
    [3, ['reset-link', 'ben@example.org'], '', /no account of this address/],
  ];
  for (const [code, args, input, words] of cases) {
    const end = await customers(args, input);
    assert.deepEqual([end.code, end.stdout], [code, ''], args.join(' '));
    assert.match(end.stderr, words);
  }
  assert.equal(JSON.parse((await customers(['list', '--json'])).stdout).count, 1);
});

test('a password is never an argument, and never printed', async (t) => {
  const { customers } = openSite(t);
  const refused = await customers(['create', 'anna@example.org', 'hunter2 hunter2']);
  assert.equal(refused.code, 2);
  assert.doesNotMatch(refused.stdout + refused.stderr, /hunter2/);
  const file = join(temporaryFolder(t), 'password');
  writeFileSync(file, `${PASSWORD}\n`);
  const made = await customers(['create', 'anna@example.org', '--password-file', file]);
  assert.equal(made.code, 0, made.stderr);
  assert.doesNotMatch(made.stdout + made.stderr, /horse/);
});

test('beside a running server: a reset link that is made here works there, until the account is gone [AUTH-18]', async (t) => {
  const folder = temporaryFolder(t);
  const site = openSite(t, { HUSHLINK_DATA: join(folder, 'data') });
  const server = await startServer({ folder, env: { HUSHLINK_AUTHENTICATION_ARGON2_MEMORY_KIB: '1024' } });
  t.after(() => server.stop());
  await site.create('anna@example.org');
  const link = await site.customers(['reset-link', 'anna@example.org']);
  assert.match(link.stderr, /Works once, for 60 minutes\./);
  const { pathname } = new URL(link.stdout.trim());
  const ask = (path: string) => fetch(new URL(path, server.url), { redirect: 'manual' });
  assert.match(await (await ask(pathname)).text(), /Please enter your new password/);
  assert.equal((await ask(`/api/v2/secret/${pathname.split('/')[2]}`)).status, 200);
  await site.customers(['delete', 'anna@example.org', '--yes']);
  assert.equal((await ask(pathname)).headers.get('location'), '/');
});
