import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERIFY_AFTER_MS } from '#src/features/domains/domain-bounds.ts';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createVerifyModel } from '#src/islands/workspace/domain-verify/model.ts';
import { addressRecord, proofRecord } from '#src/islands/workspace/domain-verify/records.ts';
import { apex, cluster, domain, vhost } from '../views/sample-domains.ts';
import { createNetwork, json, t } from './samples.ts';

const UPDATED = 1_700_000_000;
const updatedMs = UPDATED * 1000;

interface Options {
  /** Of the clock that has written `updated`. */
  readonly atMs?: number;
  /** How far the browser's clock is from it. */
  readonly skewMs?: number;
  readonly updated?: number;
}

/** A clock that runs whatever is due by the time it is set to. */
function createClock(startMs: number) {
  let nowMs = startMs;
  const waiting: { run: () => void; atMs: number }[] = [];
  return {
    nowMs: () => nowMs,
    later: (run: () => void, delayMs: number) => void waiting.push({ run, atMs: nowMs + delayMs }),
    waiting,
    pass(ms: number) {
      nowMs += ms;
      for (const due of waiting.filter(({ atMs }) => atMs <= nowMs)) {
        waiting.splice(waiting.indexOf(due), 1);
        due.run();
      }
    },
  };
}

function setUp(
  { atMs = updatedMs + 60_000, skewMs = 0, updated = UPDATED }: Options,
  ...answers: readonly (Response | Error)[]
) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const clock = createClock(atMs + skewMs);
  const [logged, checked]: unknown[][] = [[], []];
  const model = createVerifyModel(
    { domain: domain({ updated }), cluster, nowMs: atMs },
    { client, t, ...clock, log: (message) => void logged!.push(message), onChecked: () => void checked!.push(1) },
  );
  return { ...network, model, clock, logged: logged!, checked: checked! };
}

const verified = () => json({ success: true, record: domain() });
const fetched = (changes: Partial<DomainWire> = {}) =>
  json({ record: domain({ updated: UPDATED + 60, ...changes }), details: { cluster } });

test('the verify button is there 30 seconds after the end of the second of the last update, and not a moment before: any check is allowed by then [DOM-29]', () => {
  const lastMs = updatedMs + 999;
  assert.equal(setUp({ atMs: lastMs + VERIFY_AFTER_MS }).model.isButtonShown.value, false);
  assert.equal(setUp({ atMs: lastMs + VERIFY_AFTER_MS + 1 }).model.isButtonShown.value, true);
});

test('it comes by itself when its time has come, also when a timer runs early [DOM-29]', () => {
  const { model, clock } = setUp({ atMs: updatedMs + 10_000 });
  model.watch();
  clock.pass(20_999);
  assert.equal(model.isButtonShown.value, false);
  const [timer] = clock.waiting.splice(0);
  timer?.run();
  assert.equal(model.isButtonShown.value, false);
  clock.pass(1);
  assert.equal(model.isButtonShown.value, true);
});

test('a wrong clock in the browser changes nothing about the 30 seconds [DOM-29]', () => {
  for (const skewMs of [-7_200_000, 7_200_000]) {
    const { model, clock } = setUp({ atMs: updatedMs + 21_000, skewMs });
    model.watch();
    assert.equal(model.isButtonShown.value, false, `${skewMs}`);
    clock.pass(10_000);
    assert.equal(model.isButtonShown.value, true, `${skewMs}`);
  }
});

test('a domain from the future makes nobody wait longer than 31 seconds', () => {
  const { model, clock } = setUp({ atMs: updatedMs - 600_000 });
  model.watch();
  assert.equal(clock.waiting[0]?.atMs, clock.nowMs() + 31_000);
  clock.pass(30_999);
  assert.equal(model.isButtonShown.value, false);
  clock.pass(1);
  assert.equal(model.isButtonShown.value, true);
});

test('a clock that is set back meanwhile makes nobody wait for hours', () => {
  const { model, clock } = setUp({ atMs: updatedMs + 21_000 });
  model.watch();
  clock.pass(-7_200_000);
  const [timer] = clock.waiting.splice(0);
  timer?.run();
  assert.equal(model.isButtonShown.value, false);
  clock.pass(10_000);
  assert.equal(model.isButtonShown.value, true);
});

test('each update begins a wait of its own, also where the browser is hours behind the server [DOM-29]', async () => {
  const { model, clock } = setUp({ atMs: updatedMs - 7_200_000 }, verified(), fetched());
  model.watch();
  clock.pass(31_000);
  await model.verify();
  assert.equal(model.isButtonShown.value, false);
  clock.pass(31_000);
  assert.equal(model.isButtonShown.value, true);
});

test('a press turns the button off while it is sent and for 10 seconds; a second press sends nothing [DOM-30]', async () => {
  const { model, clock, sent } = setUp({}, json({ message: 'Not now.' }, 422), verified());
  const verifying = model.verify();
  assert.deepEqual([model.isBusy.value, model.isButtonOff.value], [true, true]);
  await Promise.all([verifying, model.verify()]);
  assert.deepEqual([model.isBusy.value, model.isButtonOff.value, sent.length], [false, true, 1]);
  clock.pass(9_999);
  await model.verify();
  assert.deepEqual([model.isButtonOff.value, sent.length], [true, 1]);
  clock.pass(1);
  assert.equal(model.isButtonOff.value, false);
});

test('an answer later than the 10 seconds keeps it off until it is there [DOM-30]', async () => {
  const { model, clock, sent } = setUp({}, verified(), fetched());
  const verifying = model.verify();
  clock.pass(10_000);
  assert.equal(model.isButtonOff.value, true);
  await Promise.all([verifying, model.verify()]);
  assert.equal(sent.length, 2, 'one check, and the domain fetched again');
  assert.equal(model.isButtonOff.value, false);
});

test('a success is said once the domain is fetched again, and the button waits anew [DOM-29 DOM-31 API-16]', async () => {
  const { model, clock, sent, checked } = setUp({}, verified(), fetched({ vhost: vhost('ACTIVE_SSL') }));
  await model.verify();
  assert.deepEqual(
    sent.map(({ url, fields }) => [url, fields.domain]),
    [
      ['/api/v2/account/domains/vault.example.net/verify', 'vault.example.net'],
      ['/api/v2/account/domains/vault.example.net', undefined],
    ],
  );
  assert.deepEqual([model.isDone.value, model.domain.value.vhost?.status], [true, 'ACTIVE_SSL']);
  assert.deepEqual([model.isButtonShown.value, checked.length], [false, 1]);
  clock.pass(31_000);
  assert.equal(model.isButtonShown.value, true);
});

test('a domain that cannot be fetched again stays as it was, and only the log knows [ERR-16]', async () => {
  for (const answer of [json({}, 500), json({ record: {} }), new Error('away')]) {
    const { model, logged } = setUp({}, verified(), answer);
    const before = model.domain.value;
    await model.verify();
    assert.deepEqual([model.domain.value, model.isDone.value, model.failure.value], [before, true, null]);
    assert.deepEqual(logged, ['Failed to fetch domain information']);
  }
});

test('a refused check is for the banner, nothing is fetched, and the next try takes it away [ERR-18]', async () => {
  const { model, clock, sent } = setUp({}, json({ message: 'Not now.' }, 429), verified(), fetched());
  await model.verify();
  assert.deepEqual([model.failure.value?.message, model.isDone.value, sent.length], ['Not now.', false, 1]);
  clock.pass(10_000);
  await model.verify();
  assert.deepEqual([model.failure.value, model.isDone.value], [null, true]);
});

test('a check that found the proof of somebody else first is refused and fetched: the status says so, and the button waits [DOM-14 DOM-29 ERR-18]', async () => {
  const taken = json({ message: 'Somebody else’s.', error_type: 'DomainTaken' }, 409);
  const { model, clock, checked } = setUp({}, taken, fetched({ vhost: vhost('TAKEN') }));
  await model.verify();
  assert.deepEqual([model.failure.value?.message, model.isDone.value], ['Somebody else’s.', false]);
  assert.deepEqual([model.domain.value.vhost?.status, checked.length], ['TAKEN', 0]);
  clock.pass(10_000);
  assert.equal(model.isButtonShown.value, false, 'the server would refuse another check');
  clock.pass(21_000);
  assert.deepEqual([model.isButtonShown.value, model.isButtonOff.value], [true, false]);
});

test('the records of a subdomain are a TXT below its base and a CNAME to the cluster [DOM-19 DOM-21]', () => {
  const { type, host, data } = proofRecord(domain());
  assert.deepEqual([type, host, data], ['TXT', '_hush-challenge.vault.example.net', '7c1e90b4d2a84f63']);
  const record = addressRecord(domain(), cluster);
  assert.deepEqual(record, { type: 'CNAME', host: 'vault', data: 'edge.hush.example.org' });
  assert.equal(addressRecord(domain({ trd: '' }), cluster)?.host, '@');
});

test('the records of an apex are a TXT and an A to the address of the cluster, if it has one [DOM-19 DOM-20]', () => {
  assert.equal(proofRecord(apex).host, '_hush-challenge.example.org');
  assert.deepEqual(addressRecord(apex, cluster), { type: 'A', host: '@.example.org', data: '192.0.2.44' });
  assert.equal(addressRecord(apex, { ...cluster, cluster_ip: null }), null);
  const data = '2001:db8::7';
  assert.deepEqual(addressRecord(apex, { ...cluster, cluster_ip: data }), {
    type: 'AAAA',
    host: '@.example.org',
    data,
  });
});

test('what the server words comes in another language, and nothing else changes', async () => {
  const { model, sent } = setUp({});
  const french = domain({
    updated: UPDATED,
    display_domain: model.domain.value.display_domain,
    vhost: { ...vhost('ACTIVE'), status_message: 'Actif' },
  });
  model.reword({ domain: french, cluster });
  assert.equal(model.domain.value.vhost?.status_message, 'Actif');
  assert.deepEqual([model.isButtonShown.value, model.isBusy.value, sent.length], [true, false, 0]);
});
