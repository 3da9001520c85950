import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { Store } from '#src/store/store.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { countConstantTime } from '../../support/constant-time.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { freshAddress, PASSWORD, signIn, signUp } from './people.ts';

const server = await startSmtpServer();
after(() => server.stop());
/** What was asked of the store, and of argon2, in order. */
const work: string[] = [];
const ground = createTestApp({ after }, { hasLightPassphrases: true });
const site = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server, store: watched(ground.store) });
const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && work.push('argon2')) }).enable();
after(() => hook.disable());

/** A customer in use, one who has signed up only, and an address that nobody has. */
async function addresses() {
  const [known, waiting, unknown] = [freshAddress(), freshAddress(), freshAddress()];
  for (const address of [known, waiting]) await signUp(visitorOf(site), address);
  await ground.store.accounts.verify(known as CustId, { isMailProven: true, epoch: null });
  return { known, waiting, unknown };
}

/** The work that one post causes, and its answer. */
async function workOf(act: (visitor: Visitor) => Promise<{ status: number; headers: { location?: string } }>) {
  const before = work.length;
  const { status, headers } = await act(visitorOf(site));
  return { status, location: headers.location, work: work.slice(before) };
}

/** That it is this work, and the same answer, for all three kinds of addresses. */
async function checkSame(
  work: readonly string[],
  act: (visitor: Visitor, address: string) => ReturnType<typeof signIn>,
) {
  const { known, waiting, unknown } = await addresses();
  const first = await workOf((visitor) => act(visitor, known));
  assert.deepEqual(first.work, work);
  for (const address of [waiting, unknown]) assert.deepEqual(await workOf((visitor) => act(visitor, address)), first);
}

const REFUSED = ['attempts.begin', 'accounts.find', 'argon2', 'attempts.begin', 'secrets.put', 'outbox.put'];
const SIGNED_UP = [
  ...['attempts.begin', 'argon2', 'accounts.register', 'accounts.find'],
  ...['secrets.put', 'accounts.keepReset', 'outbox.put'],
];

test('signing in does the same work for a wrong password as for an unknown address', () =>
  checkSame(REFUSED, (visitor, address) => signIn(visitor, address, 'wrong password')));

test('it does so too for the password of an account that somebody has just made for the address', () =>
  checkSame([...SIGNED_UP, ...REFUSED], async (visitor, address) => {
    await signUp(visitor, address, 'the password of a stranger');
    return signIn(visitor, address, 'the password of a stranger');
  }));

test('signing up does the same work for a new address as for one in use, or one that waits', () =>
  checkSame(SIGNED_UP, (visitor, address) => signUp(visitor, address, PASSWORD)));

test('asking for a reset does the same work whether or not there is such an account', async () => {
  const { known, unknown } = await addresses();
  const request = async (visitor: Visitor, address: string) => {
    await visitor.open('/forgot');
    return visitor.submit('/forgot', { u: address });
  };
  const [first, second] = [
    await workOf((visitor) => request(visitor, known)),
    await workOf((visitor) => request(visitor, unknown)),
  ];
  assert.deepEqual(first.work, ['attempts.begin', 'accounts.find', 'accounts.keepReset', 'outbox.put']);
  assert.deepEqual(second, first);
});

test('an API token is compared with one for an address without a token, and for one without an account', async (t) => {
  const { known, unknown } = await addresses();
  const compared = countConstantTime(t);
  const refused = async (address: string) => {
    const [asked, before] = [work.length, compared()];
    await apiOf(site).get('/account').auth(address, 'x'.repeat(43)).expect(401);
    return [work.slice(asked), compared() - before];
  };
  const [without, ofNobody] = [await refused(known), await refused(unknown)];
  const { accounts } = ground.store;
  const epoch = (await accounts.find(known as CustId))?.epoch ?? 0;
  assert.equal(await accounts.setApiToken(known as CustId, { hash: 'y'.repeat(43), epoch }), true);
  const wrong = await refused(known);
  assert.deepEqual(wrong, [['accounts.find'], 1]);
  assert.deepEqual([without, ofNobody], [wrong, wrong]);
});

/** The same store, each verb noted as it is asked. What every page reads is left out. */
function watched(store: Store): Store {
  const ports = ['accounts', 'attempts', 'secrets', 'outbox'] as const;
  const noted = (name: string, port: object) =>
    new Proxy(port, {
      get: (target, verb) => {
        const method = Reflect.get(target, verb);
        return (...args: unknown[]) => {
          work.push(`${name}.${String(verb)}`);
          return method.apply(target, args);
        };
      },
    });
  const entries = ports.map((name) => [name, noted(name, store[name])] as const);
  return { ...store, ...Object.fromEntries(entries) };
}
