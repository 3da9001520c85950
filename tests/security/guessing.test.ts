import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import { BOTNET, botnet, createAttacker, DISGUISES, forwarded, type Guess, openGuarded, trusting } from './guesses.ts';
import { ENGINES, type Engine, openForm, openSite, PASSWORD, signedIn, signUp } from './stores.ts';

const NEW = 'a new password';
const HOUR_MS = 3_600_000;
const MAX_TRIES = 10;
const { burst, besiege, stretched } = createAttacker({ after });

/** Nine free tries for a network, then waits, and the longest from the fifteenth on. */
const narrow = { HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '15', HUSHLINK_AUTHENTICATION_MAX_DELAY: '64' };
const FREE_OF_NETWORK = 9;

const openAt = (t: TestContext, engine: Engine, env: Record<string, string> = {}) =>
  openSite(t, engine, { env, sockets: BOTNET });

for (const engine of ENGINES) {
  test(`${engine}: of a hundred passwords at once three are tried, from one address, a hundred, or with forged ones`, async (t) => {
    const env = { ...trusting, HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000' };
    const site = await openAt(t, engine, env);
    const form = await openForm(site.client, '/signin');
    for (const [case_, headers] of Object.values(DISGUISES).entries()) {
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
    const before = stretched();
    const key = () => randomBytes(16).toString('hex').slice(1);
    const guesses = Array.from({ length: BOTNET }, () => form.post(`/forgot/${key()}`, { newp: NEW, newp2: NEW }));
    for (const { status, headers } of await Promise.all(guesses)) {
      assert.deepEqual([status, headers.location], [303, '/']);
    }
    assert.equal(stretched(), before);
    const requests = Array.from({ length: BOTNET }, () => form.post('/forgot', { u: 'flooded@example.org' }));
    const answers = await Promise.all(requests);
    assert.equal(answers.filter(({ status }) => status === 303).length, 3, 'as many mails go to one address');
    assert.equal((await site.store.outbox.totals()).waiting, 3);
  });

  test(`${engine}: of a hundred passphrases at once one is tried, ten until the lock, through all doors and addresses together`, async (t) => {
    const site = await openAt(t, engine, trusting);
    const { guess, isLocked } = await openGuarded(site, (at) => forwarded(botnet(at)));
    assert.equal((await burst(guess)).evaluated, 1);
    const untilLock = 1 + (await besiege(site, guess, 400_000, 12));
    assert.equal(untilLock, MAX_TRIES);
    assert.equal((await burst(guess)).evaluated, 1, 'one for each lock that is over');
    assert.ok(await isLocked(), 'not even the right one');
    const later = await besiege(site, guess, 5 * HOUR_MS, 12);
    assert.ok(later >= 4 && later <= 5, `${later} more in five hours`);
  });
}
