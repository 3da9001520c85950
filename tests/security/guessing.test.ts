import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import { type Answer, jsonOf } from '../durability/client.ts';
import { ENGINES, type Engine, openForm, openSite, PASSWORD, type Site, signedIn, signUp } from './stores.ts';

const NEW = 'a new password';
const BURST = 100;
const HOUR_MS = 3_600_000;
const MAX_TRIES = 10;

/** Every time somebody's guess is really tried, argon2 runs: counted in the whole process. */
let stretched = 0;
const hook = createHook({
  init: (_id, type) => {
    if (type === 'ARGON2REQUEST') stretched += 1;
  },
}).enable();
after(() => hook.disable());

interface Attack {
  readonly answers: readonly Answer[];
  /** Guesses that were tried: argon2 ran, and the guesser got to know something. */
  readonly evaluated: number;
}

type Guess = (at: number) => Promise<Answer>;

/** All guesses at once. Each is tried and wrong (422), or was not looked at (429, or 503 for lack of room). */
async function burst(guess: Guess, count = BURST): Promise<Attack> {
  const before = stretched;
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => guess(at)));
  for (const { status, headers } of answers) {
    assert.ok([422, 429, 503].includes(status), `${status}`);
    if (status !== 422) assert.match(String(headers['retry-after']), /^(?!0)\d+$/);
  }
  const evaluated = answers.filter(({ status }) => status === 422).length;
  assert.ok(stretched - before >= evaluated, 'nothing is answered without having been tried');
  return { answers, evaluated };
}

/** Bursts for that long, each as soon as anybody may try again; gives the guesses that were tried. */
async function besiege(site: Site, guess: Guess, lengthMs: number, count = 20): Promise<number> {
  const endMs = site.clock.now() + lengthMs;
  let evaluated = 0;
  while (site.clock.now() < endMs) {
    const attack = await burst(guess, count);
    evaluated += attack.evaluated;
    const waits = attack.answers.map(({ headers }) => Number(headers['retry-after'] ?? 0)).filter((wait) => wait > 0);
    site.clock.advance(Math.max(1, Math.min(...waits)) * 1000);
  }
  return evaluated;
}

const forwarded = (from: string) => ({ 'X-Forwarded-For': from });
/** A hundred networks, each with an address. */
const botnet = (at: number) => `198.18.${at % BURST}.7`;
const trusting = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.1' };
/** Nine free tries for a network, then waits, and the longest from the fifteenth on. */
const narrow = { HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '15', HUSHLINK_AUTHENTICATION_MAX_DELAY: '64' };
const FREE_OF_NETWORK = 9;

const openAt = (t: TestContext, engine: Engine, env: Record<string, string> = {}) =>
  openSite(t, engine, { env, sockets: BURST });

for (const engine of ENGINES) {
  test(`${engine}: of a hundred passwords at once three are tried, from one address, a hundred, or with forged ones`, async (t) => {
    const env = { ...trusting, HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000' };
    const site = await openAt(t, engine, env);
    const form = await openForm(site.client, '/signin');
    const from: readonly ((at: number) => Record<string, string>)[] = [
      () => ({}),
      (at) => forwarded(botnet(at)),
      (at) => forwarded(`2001:db8:${at.toString(16)}::1`),
      (at) => ({ Forwarded: `for=${botnet(at)}`, 'X-Real-IP': botnet(at), 'CF-Connecting-IP': botnet(at) }),
    ];
    for (const [case_, headers] of from.entries()) {
      const [known, unknown] = [`known${case_}@example.org`, `unknown${case_}@example.org`];
      await signUp(site.client, known);
      for (const address of [known, unknown]) {
        const guess: Guess = (at) => form.post('/signin', { u: address, p: `guess number ${at}` }, headers(at));
        assert.equal((await burst(guess)).evaluated, 3, `${address} ${case_}`);
        assert.equal((await burst(guess, 10)).evaluated, 0, `${address} ${case_} again`);
      }
      const owner = await form.post('/signin', { u: known, p: PASSWORD });
      assert.equal(owner.status, 429, 'nor is the right one among those that come too early');
    }
  });

  test(`${engine}: however long and from however many addresses, ten passwords are tried and then one in a quarter of an hour`, async (t) => {
    const site = await openAt(t, engine, { ...trusting, HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000' });
    await signUp(site.client, 'besieged@example.org');
    const form = await openForm(site.client, '/signin');
    const guess: Guess = (at) =>
      form.post('/signin', { u: 'besieged@example.org', p: `guess number ${at}` }, forwarded(botnet(at)));
    const evaluated = await besiege(site, guess, 2 * HOUR_MS);
    assert.ok(evaluated > MAX_TRIES && evaluated <= MAX_TRIES + 8, `${evaluated} passwords tried`);
  });

  test(`${engine}: one network tries a password on so many accounts, whatever it writes into its headers`, async (t) => {
    const spray = async (env: Record<string, string>, headers: (at: number) => Record<string, string>) => {
      const site = await openAt(t, engine, { ...narrow, ...env });
      const form = await openForm(site.client, '/signin');
      const guess: Guess = (at) => form.post('/signin', { u: `victim${at}@example.org`, p: PASSWORD }, headers(at));
      return (await burst(guess)).evaluated;
    };
    const claims = (at: number) => forwarded(botnet(at));
    assert.equal(await spray({}, () => ({})), FREE_OF_NETWORK, 'nothing claimed');
    assert.equal(await spray({}, claims), FREE_OF_NETWORK, 'no trusted proxy: what is claimed counts for nothing');
    const elsewhere = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '10.0.0.0/8' };
    assert.equal(await spray(elsewhere, claims), FREE_OF_NETWORK, 'a hop that is not ours wrote it');
    const behindProxy = (at: number) => forwarded(`${botnet(at)}, 203.0.113.9`);
    assert.equal(await spray(trusting, behindProxy), FREE_OF_NETWORK, 'our proxy wrote only the last');
    const oneCustomer = (at: number) => forwarded(`2001:db8:1:2:${at.toString(16)}::1`);
    assert.equal(await spray(trusting, oneCustomer), FREE_OF_NETWORK, 'an IPv6 customer has a whole network');
  });

  test(`${engine}: a stolen session gives the password away no faster, through all of its doors together`, async (t) => {
    const site = await openAt(t, engine, trusting);
    await signUp(site.client, 'held@example.org');
    const thief = await signedIn(site.client, 'held@example.org');
    const fresh = { newp: NEW, newp2: NEW };
    const doors: readonly Guess[] = [
      (at) => thief.call('/account/change-password', { currentp: `guess ${at}`, ...fresh }, forwarded(botnet(at))),
      (at) => thief.post('/account/password', { currentp: `guess ${at}`, ...fresh }, forwarded(botnet(at))),
      (at) =>
        thief.call('/account/destroy', { confirmation: `guess ${at}`, tabindex: 'destroy' }, forwarded(botnet(at))),
      (at) =>
        thief.post('/account/destroy', { confirmation: `guess ${at}`, tabindex: 'destroy' }, forwarded(botnet(at))),
      (at) => thief.post('/signin', { u: 'held@example.org', p: `guess ${at}` }, forwarded(botnet(at))),
    ];
    const guess: Guess = (at) => (doors[at % doors.length] as Guess)(at);
    assert.equal((await burst(guess)).evaluated, 3);
    const evaluated = 3 + (await besiege(site, guess, HOUR_MS));
    assert.ok(evaluated <= MAX_TRIES + 4, `${evaluated} passwords tried`);
  });

  test(`${engine}: keys of reset links are too many to guess; a wrong one costs no argon2 and leads home`, async (t) => {
    const site = await openAt(t, engine, {
      HUSHLINK_MAIL_SMTP: 'smtp://127.0.0.1:9',
      HUSHLINK_MAIL_FROM: 'a@b.example',
    });
    const form = await openForm(site.client, '/signin');
    const before = stretched;
    const key = () => randomBytes(16).toString('hex').slice(1);
    const guesses = Array.from({ length: BURST }, () => form.post(`/forgot/${key()}`, { newp: NEW, newp2: NEW }));
    for (const { status, headers } of await Promise.all(guesses)) {
      assert.deepEqual([status, headers.location], [303, '/']);
    }
    assert.equal(stretched, before);
    const requests = Array.from({ length: BURST }, () => form.post('/forgot', { u: 'flooded@example.org' }));
    const answers = await Promise.all(requests);
    assert.equal(answers.filter(({ status }) => status === 303).length, 3, 'as many mails go to one address');
    assert.equal((await site.store.outbox.totals()).waiting, 3);
  });

  test(`${engine}: of a hundred passphrases at once one is tried, ten until the lock, through all doors and addresses together`, async (t) => {
    const site = await openAt(t, engine, trusting);
    const { client } = site;
    const { secretKey, metadataKey } = await client.share('guarded', { passphrase: 'open sesame' });
    const form = await openForm(client, `/secret/${secretKey}`);
    const doors = [
      `/api/v2/secret/${secretKey}`,
      `/secret/${secretKey}`,
      `/api/v2/secret/${secretKey}/burn`,
      `/secret/${secretKey}/burn`,
      `/api/v2/private/${metadataKey}/burn`,
      `/private/${metadataKey}/burn`,
    ];
    const guess: Guess = (at) => {
      const fields = { continue: 'true', passphrase: `guess number ${at}` };
      return form.post(doors[at % doors.length] as string, fields, forwarded(botnet(at)));
    };
    assert.equal((await burst(guess)).evaluated, 1);
    const untilLock = 1 + (await besiege(site, guess, 400_000, 12));
    assert.equal(untilLock, MAX_TRIES);
    assert.equal((await burst(guess)).evaluated, 1, 'one for each lock that is over');
    const early = await client.reveal(secretKey, { passphrase: 'open sesame' });
    assert.deepEqual([early.status, jsonOf(early).error_type], [429, 'Locked'], 'not even the right one');
    const later = await besiege(site, guess, 5 * HOUR_MS, 12);
    assert.ok(later >= 4 && later <= 5, `${later} more in five hours`);
  });
}
