import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { type AuthState, createAuthState } from '#src/islands/session/auth-state.ts';
import { createGuard } from '#src/islands/session/guard.ts';
import { customer } from '../views/sample-workspace.ts';
import { createNetwork, json } from './samples.ts';

const MINUTE_MS = 60_000;

function setUp(isAuthenticated: boolean, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const planned: { run: () => void; delayMs: number; isOff: boolean }[] = [];
  const left: string[] = [];
  let chance = 0.5;
  let isDeaf = false;
  let holdsText = false;
  const client = createClient({
    fetch: network.fetch,
    shrimp: createShrimpStore('token'),
    onSignInEnded: () => {
      if (!isDeaf) auth.signInEnded();
    },
  });
  const auth: AuthState = createAuthState({
    ...{ client, isAuthenticated, customer: isAuthenticated ? customer : null, random: () => chance },
    schedule(run, delayMs) {
      const plan = { run, delayMs, isOff: false };
      planned.push(plan);
      return () => {
        plan.isOff = true;
      };
    },
    leave() {
      left.push('left');
      return !holdsText;
    },
    reload: () => void left.push('loaded anew'),
  });
  const minutes = () => planned.map(({ delayMs }) => delayMs / MINUTE_MS);
  const setChance = (next: number) => {
    chance = next;
  };
  /** Leaves the answers to whoever asked. */
  const deafen = () => {
    isDeaf = true;
  };
  const write = () => {
    holdsText = true;
  };
  return { ...network, client, auth, planned, left, minutes, setChance, deafen, write };
}

const authorized = () => json({ success: true, record: customer, details: { authorized: true, authenticated: true } });
const nobody = () => json({ success: true, record: null, details: { authorized: false, authenticated: false } });
const away = () => json({ message: 'away' }, 503);

test('at the start it holds what the server wrote: whether somebody is signed in, and who [AUTH-22]', () => {
  const { auth } = setUp(true);
  assert.deepEqual([auth.isAuthenticated.value, auth.customer.value?.custid], [true, 'robin@example.com']);
  const { auth: other } = setUp(false);
  assert.deepEqual([other.isAuthenticated.value, other.customer.value], [false, null]);
});

test('the check comes every 15 minutes, give or take up to 90 seconds at random [AUTH-23 LIM-01 LIM-02]', async () => {
  const { auth, minutes, setChance } = setUp(true, authorized(), authorized());
  auth.start();
  setChance(0);
  await auth.check();
  setChance(1);
  await auth.check();
  assert.deepEqual(minutes(), [15, 13.5, 16.5]);
});

test('nobody signed in is never checked', () => {
  const { auth, planned } = setUp(false);
  auth.start();
  assert.deepEqual(planned, []);
});

test('a check that finds another customer takes nothing over: the page shows what is the first one’s', async () => {
  const bos = { record: { ...customer, custid: 'bo@example.com' }, details: { authorized: true, authenticated: true } };
  const { auth } = setUp(true, json({ success: true, ...bos }));
  await auth.check();
  assert.equal(auth.customer.value?.custid, customer.custid);
});

test('each check asks the server and plans the next', async () => {
  const { auth, planned, sent } = setUp(true, authorized());
  auth.start();
  planned[0]?.run();
  await new Promise(setImmediate);
  assert.deepEqual([sent[0]?.url, planned.length], ['/api/v2/authcheck', 2]);
});

test('while it fails by status or by network the interval doubles, up to an hour, and nobody is logged out [AUTH-26 LIM-03]', async () => {
  const { auth, minutes, left, setChance } = setUp(true, away(), new Error('offline'));
  auth.start();
  await auth.check();
  setChance(1);
  await auth.check();
  assert.deepEqual(minutes(), [15, 30, 60]);
  assert.deepEqual([left, auth.isAuthenticated.value], [[], true]);
});

test('three failures in a row log out, not two [AUTH-25]', async () => {
  const { auth, left } = setUp(true, away(), away(), new Response('<h1>', { status: 502 }));
  await auth.check();
  await auth.check();
  assert.deepEqual(left, []);
  await auth.check();
  assert.deepEqual([left, auth.isAuthenticated.value], [['left'], false]);
});

test('a success between them forgets the failures and the longer interval [AUTH-27]', async () => {
  const { auth, left, minutes } = setUp(true, away(), away(), authorized(), away(), away());
  for (const _ of Array(5)) {
    await auth.check();
    // A page on its way out answers no further check.
    assert.deepEqual(left, []);
  }
  assert.deepEqual(minutes(), [30, 60, 15, 30, 60]);
});

for (const status of [401, 403]) {
  test(`a ${status} to the check logs out at once, and leaves nobody signed in [AUTH-24 AUTH-29]`, async () => {
    const { auth, left, deafen } = setUp(true, json({ message: 'no' }, status));
    deafen();
    assert.equal(await auth.check(), false);
    assert.deepEqual([left, auth.isAuthenticated.value, auth.customer.value], [['left'], false, null]);
  });

  test(`a ${status} to any other request logs out too, once, and only whoever was signed in [AUTH-28]`, async () => {
    const { client, left } = setUp(true, json({}, status), json({}, status));
    await client.get('/api/v2/private/recent');
    await client.post('/api/v2/account/apitoken', []);
    assert.deepEqual(left, ['left']);
    const anonymous = setUp(false, json({}, status));
    await anonymous.client.post('/', []);
    assert.deepEqual(anonymous.left, []);
  });
}

test('an answer that nobody is signed in any more is the end of it as well', async () => {
  const { auth, left } = setUp(true, nobody());
  assert.equal(await auth.check(), false);
  assert.deepEqual(left, ['left']);
});

test('a logout ends the regular check at once, and after one that fails meanwhile there is no next [AUTH-32]', async () => {
  const { auth, planned } = setUp(true, away());
  auth.start();
  const checking = auth.check();
  auth.logout();
  const plans = () => planned.map(({ isOff }) => isOff);
  assert.deepEqual(plans(), [true]);
  await checking;
  assert.deepEqual(plans(), [true]);
});

test('an answer that was asked for before a logout signs nobody in again and loads no page anew [AUTH-30 AUTH-32]', async () => {
  const { auth, planned, left } = setUp(true, authorized(), authorized());
  const checking = [auth.check(), auth.comeBack()];
  auth.logout();
  await Promise.all(checking);
  assert.deepEqual([auth.isAuthenticated.value, auth.customer.value, planned, left], [false, null, [], ['left']]);
});

test('on the way out nobody is signed in again by a server that does not know it yet, and nobody sent elsewhere [AUTH-32]', async () => {
  const { auth, sent, left } = setUp(true, authorized());
  const visited: string[] = [];
  const admit = createGuard({ auth, go: (url) => void visited.push(url), hasSignin: true });
  auth.logout();
  const admitted = await Promise.race([admit('/recent'), new Promise((resolve) => setImmediate(resolve, 'no word'))]);
  assert.deepEqual([admitted, auth.isAuthenticated.value, visited, sent], ['no word', false, [], []]);
  // The way out may have been stopped.
  assert.deepEqual(left, ['left', 'left']);
});

test('a page that was left at a sign-out is loaded anew whenever it comes back', async () => {
  const { auth, left, sent } = setUp(true);
  auth.logout();
  await auth.comeBack();
  assert.deepEqual([left, sent], [['left', 'loaded anew'], []]);
});

test('a page that stays for the text on it asks again who is signed in, and stays when it comes back', async () => {
  const staying = setUp(true, authorized());
  staying.write();
  staying.auth.logout();
  await staying.auth.comeBack();
  assert.equal(await staying.auth.check(), true);
  assert.deepEqual(staying.left, ['left']);
});

test('a screen for the signed-in asks the server first when nobody seems signed in [SHELL-07]', async () => {
  const { auth, sent } = setUp(false, authorized());
  const visited: string[] = [];
  const admit = createGuard({ auth, go: (url) => void visited.push(url), hasSignin: true });
  assert.equal(await admit('/recent'), true);
  assert.equal(await admit('/account'), true);
  assert.deepEqual([sent.length, visited, auth.customer.value?.custid], [1, [], 'robin@example.com']);
});

test('whoever still is not signed in goes to sign in, and the way back is kept whole [SHELL-08]', async () => {
  const { auth, left } = setUp(false, nobody(), away());
  const visited: string[] = [];
  const admit = createGuard({ auth, go: (url) => void visited.push(url), hasSignin: true });
  assert.equal(await admit('/recent?since=1&x=a b'), false);
  assert.equal(await admit('/account'), false);
  assert.deepEqual(visited, ['/signin?redirect=%2Frecent%3Fsince%3D1%26x%3Da%20b', '/signin?redirect=%2Faccount']);
  assert.deepEqual(left, []);
});

test('where signing in is switched off whoever is turned away comes home', async () => {
  const { auth } = setUp(false, nobody());
  const visited: string[] = [];
  const admit = createGuard({ auth, go: (url) => void visited.push(url), hasSignin: false });
  assert.equal(await admit('/recent'), false);
  assert.deepEqual(visited, ['/']);
});

test('a page that comes back goes if nobody or somebody else is signed in by now, and stays where that is not known', async () => {
  const other = () => json({ record: { ...customer, custid: 'moss@example.com' }, details: { authorized: true } });
  const outcomes = [];
  for (const answer of [authorized(), nobody(), other(), away(), new Error('no network')]) {
    const { auth, left } = setUp(
      true,
      ...Array.from({ length: 3 }, () => (answer instanceof Response ? answer.clone() : answer)),
    );
    for (let times = 0; times < 3; times += 1) if (left.length === 0) await auth.comeBack();
    outcomes.push([left.join(), auth.isAuthenticated.value]);
  }
  assert.deepEqual(outcomes, [
    ['', true],
    ['left', false],
    ['loaded anew', true],
    ['', true],
    ['', true],
  ]);
  const { auth, sent } = setUp(false);
  await auth.comeBack();
  assert.deepEqual(sent, []);
});
