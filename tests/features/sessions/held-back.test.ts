import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import supertest from 'supertest';
import { ownerTags } from '#src/compose/secrets.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createTestApp } from '../../support/app.ts';
import { listening } from '../../support/listening.ts';
import { callAs, customerOf, PASSWORD, readAs, signIn } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const { store } = site;
const server = createServer(site.app);
const port = await listening({ after }, server);

type Customer = Awaited<ReturnType<typeof customerOf>>;

/** Sends a call but for its last byte; what comes back sends that too, and resolves with the answer. */
async function heldBack(path: string, headers: readonly string[], fields: object): Promise<() => Promise<string>> {
  const body = JSON.stringify(fields);
  const head = [
    ...[`POST ${path} HTTP/1.1`, 'Host: localhost:3000', 'Content-Type: application/json', 'Connection: close'],
    ...[`Content-Length: ${body.length}`, ...headers],
  ];
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const arrived = once(server, 'request');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  await arrived;
  // Until it waits for its body.
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  return async () => {
    let answer = '';
    socket.on('data', (text) => {
      answer += text;
    });
    socket.write(body.slice(-1));
    await once(socket, 'close');
    return answer;
  };
}

/** As the page of that customer does. */
async function heldBackBy(customer: Customer, path: string, fields: object) {
  const [host, cookie] = ['localhost:3000', customer.cookies()];
  const checked = await supertest(site.app).post('/api/v2/validate-shrimp').set('Host', host).set('Cookie', cookie);
  return heldBack(`/api/v2${path}`, [`Cookie: ${cookie}`, `O-Shrimp: ${checked.body.shrimp}`], fields);
}

const statusOf = (answer: string) => Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));

test('a call that is held back while the password changes makes no API token [API-20]', async () => {
  const owner = await customerOf(site);
  const finish = await heldBackBy(owner, '/account/apitoken', { a: 1 });
  const change = { currentp: PASSWORD, newp: 'a new password', newp2: 'a new password' };
  assert.equal((await callAs(site, owner, '/account/change-password', change)).status, 200);
  assert.equal(statusOf(await finish()), 401);
  assert.equal((await store.accounts.find(owner.address as CustId))?.apiTokenHash, null);
});

test('a call that comes in the same moment as a new password makes no API token that outlives it [API-20]', async () => {
  const { accounts } = store;
  const { setApiToken } = accounts;
  const owner = await customerOf(site);
  const custid = owner.address as CustId;
  accounts.setApiToken = async (...call) => {
    const customer = await accounts.find(custid);
    assert.ok(customer);
    const { passwordHash: from, epoch } = customer;
    await accounts.changePassword(custid, { from, to: 'new hash', epoch: epoch + 1 });
    return setApiToken(...call);
  };
  assert.equal((await callAs(site, owner, '/account/apitoken', {})).status, 401);
  assert.equal((await accounts.find(custid))?.apiTokenHash, null);
  Object.assign(accounts, { setApiToken });
});

test('a call that is held back while its sender signs out, or is deleted, shares nothing [GEN-01]', async () => {
  const customer = await customerOf(site);
  const shared = await heldBackBy(customer, '/secret/conceal', { secret: 'one' });
  await customer.open('/logout');
  assert.equal(statusOf(await shared()), 401);
  await signIn(customer, customer.address);
  const sharedLater = await heldBackBy(customer, '/secret/conceal', { secret: 'two' });
  const deletion = { confirmation: PASSWORD, tabindex: 'destroy' };
  assert.equal((await callAs(site, customer, '/account/destroy', deletion)).status, 200);
  assert.equal(statusOf(await sharedLater()), 401);
});

test('a call that is held back while its token is replaced is refused, in both versions of the API [API-20]', async () => {
  const customer = await customerOf(site);
  const { apitoken } = (await callAs(site, customer, '/account/apitoken', {})).body.record;
  const basic = `Authorization: Basic ${btoa(`${customer.address}:${apitoken}`)}`;
  const calls = await Promise.all([
    heldBack('/api/v2/secret/conceal', [basic], { secret: 'one' }),
    heldBack('/api/v1/share', [basic], { secret: 'one' }),
  ]);
  await callAs(site, customer, '/account/apitoken', {});
  assert.deepEqual(await Promise.all(calls.map(async (finish) => statusOf(await finish()))), [401, 404]);
  assert.equal((await readAs(site, customer, '/private/recent')).body.count, 0);
});

test("a call that is held back and still its sender's is answered as any other", async () => {
  const customer = await customerOf(site);
  const finish = await heldBackBy(customer, '/secret/conceal', { secret: 'one' });
  assert.equal(statusOf(await finish()), 200);
});

test('a secret that is being made while its account is deleted keeps no name of its owner, and no mails of theirs', async () => {
  const { secrets, outbox, accounts } = store;
  const customer = await customerOf(site);
  const owner = await accounts.find(customer.address as CustId);
  assert.ok(owner);
  const [{ put }, { forget }] = [secrets, outbox];
  let forgotten = 0;
  outbox.forget = (hash) => {
    forgotten += 1;
    return forget(hash);
  };
  secrets.put = async (...kept) => {
    const deletion = { confirmation: PASSWORD, tabindex: 'destroy' };
    assert.equal((await callAs(site, customer, '/account/destroy', deletion)).status, 200);
    return put(...kept);
  };
  assert.equal((await callAs(site, customer, '/secret/conceal', { secret: 'one' })).status, 200);
  Object.assign(secrets, { put });
  Object.assign(outbox, { forget });
  assert.equal(await secrets.countOwnedBy(ownerTags(site.seal)(owner), { sinceMs: 0, limit: 9 }, site.clock.now()), 0);
  assert.equal(forgotten, 2);
});
