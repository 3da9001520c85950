import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { RCODES, replyTo } from '../support/dns-message.ts';
import { HOUR_AND_JITTER_MS, HTTP, looksOf, makeDue, proofLooks, started, verified } from './monitor-stage.ts';
import {
  addAndWait,
  bothEngines,
  DAY_MS,
  type DomainStage,
  HOUR_MS,
  NAME,
  newOwner,
  openSqlite,
  setStage,
} from './stage.ts';

for (const [engine, open] of await bothEngines()) {
  const promise = (name: string, run: (stage: DomainStage, t: TestContext) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => run(await setStage(t, await open(t), HTTP), t));

  promise(
    'the monitor fills in what it sees of a domain, and comes again after the interval [DOM-24]',
    async (stage) => {
      const owner = await verified(stage);
      const { round } = await started(stage);
      stage.records.splice(
        stage.records.findIndex(({ type }) => type === 'A'),
        1,
      );
      await round(0.8 * HOUR_MS - 1);
      const seen = async () => (await stage.service.find(owner, NAME))!.observation;
      assert.equal((await seen())?.status, 'ACTIVE');
      await round(HOUR_AND_JITTER_MS);
      assert.deepEqual(await seen(), {
        ...{ status: 'DNS_INCORRECT', cname: null, addresses: [], tls: null, monitoredAtMs: stage.clock.now() },
      });
      const { length } = stage.responder.asked;
      await round(0.8 * HOUR_MS - 1);
      assert.equal(stage.responder.asked.length, length);
    },
  );

  promise('a domain whose customer has gone away is verified by the monitor when its proof is there', async (stage) => {
    const owner = await addAndWait(stage);
    const { round } = await started(stage);
    assert.equal(proofLooks(stage), 0);
    await round(HOUR_AND_JITTER_MS);
    assert.deepEqual([proofLooks(stage), await stage.service.shareable(owner)], [1, []]);
    await stage.prove(owner);
    await round(HOUR_AND_JITTER_MS);
    assert.deepEqual(await stage.service.shareable(owner), [NAME]);
  });

  promise('the proof of a domain is looked for once a day while all is well', async (stage) => {
    await verified(stage);
    const { round } = await started(stage);
    const before = { proof: proofLooks(stage), address: looksOf(stage, 'A', NAME) };
    for (let hour = 0; hour < 10 * 20; hour += 1) await round(HOUR_AND_JITTER_MS);
    assert.equal(looksOf(stage, 'A', NAME) - before.address, 200);
    assert.equal(proofLooks(stage) - before.proof, 10);
  });

  promise('a domain is unverified once its proof has been missing for seven days, to the instant', async (stage) => {
    const owner = await verified(stage);
    const name = (await stage.service.find(owner, NAME))!.name;
    await stage.unprove(owner);
    const { round } = await started(stage);
    await round(DAY_MS);
    const { missingSinceMs } = (await stage.service.find(owner, NAME))!.proof;
    assert.equal(missingSinceMs, stage.clock.now());
    for (let day = 1; day < 7; day += 1) await round(DAY_MS);
    // The last look before the end; the next is made to fall on the instant before it, and on the instant itself.
    await round(DAY_MS - 1 - HOUR_AND_JITTER_MS);
    await round(HOUR_AND_JITTER_MS);
    assert.equal(stage.clock.now(), missingSinceMs + 7 * DAY_MS - 1);
    assert.ok(await stage.domains.findServed(name));
    stage.clock.advance(1);
    await makeDue(stage, owner);
    await round();
    assert.equal(await stage.domains.findServed(name), null);
    assert.equal((await stage.service.find(owner, NAME))!.observation?.status, 'UNPROVEN');
  });

  promise('a proof that comes back in time ends the seven days', async (stage) => {
    const owner = await verified(stage);
    await stage.unprove(owner);
    const { round } = await started(stage);
    for (let day = 0; day < 6; day += 1) await round(DAY_MS);
    await stage.prove(owner);
    await round(HOUR_AND_JITTER_MS);
    assert.equal((await stage.service.find(owner, NAME))!.proof.missingSinceMs, null);
    await round(3 * DAY_MS);
    assert.deepEqual(await stage.service.shareable(owner), [NAME]);
  });

  promise(
    'whoever shows a proof of a name that is somebody else’s is told so, and not to set the record',
    async (stage) => {
      const second = await addAndWait(stage);
      await verified(stage);
      const statusThen = async () => (await stage.service.find(second, NAME))?.observation?.status;
      const { round } = await started(stage);
      await round(HOUR_AND_JITTER_MS);
      assert.equal(await statusThen(), 'UNPROVEN');
      await stage.prove(second);
      await round(HOUR_AND_JITTER_MS);
      assert.equal(await statusThen(), 'TAKEN');
      assert.deepEqual(await stage.service.shareable(second), []);
    },
  );

  promise('a DNS server that has failed for weeks takes no domain from anybody', async (stage) => {
    const owner = await verified(stage);
    const { round } = await started(stage);
    stage.responder.respond = (question) => replyTo(question, [], { rcode: RCODES.servfail });
    for (let day = 0; day < 15; day += 1) await round(DAY_MS);
    const { proof, observation } = (await stage.service.find(owner, NAME))!;
    assert.deepEqual([proof.missingSinceMs, observation?.status], [null, 'UNREACHABLE']);
    assert.deepEqual(await stage.service.shareable(owner), [NAME]);
  });
}

test('a store that fails is told of in the log, and the monitor goes on when it is back', async (t) => {
  const store = await openSqlite(t);
  let isAway = true;
  const domains = {
    ...store.domains,
    due: async (...args: Parameters<typeof store.domains.due>) => {
      if (isAway) throw new StoreUnavailable('away', { cause: new Error('the disk is full') });
      return store.domains.due(...args);
    },
  };
  const stage = await setStage(t, { ...store, domains }, HTTP);
  await addAndWait(stage);
  const { round } = await started(stage);
  await round(HOUR_AND_JITTER_MS);
  const told = stage.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'domain monitor');
  assert.deepEqual(
    told.map(({ cause }) => cause.message),
    ['the disk is full', 'the disk is full'],
  );
  assert.equal(stage.responder.asked.length, 0);
  isAway = false;
  await round();
  assert.equal(proofLooks(stage), 1);
});

test('domains that cannot be looked at keep no other from it, however many, and are tried again after the interval', async (t) => {
  const store = await openSqlite(t);
  const domains = {
    ...store.domains,
    noteProof: async (...args: Parameters<typeof store.domains.noteProof>) => {
      if (broken.has(args[0])) throw new Error('no place');
      return store.domains.noteProof(...args);
    },
  };
  const stage = await setStage(t, { ...store, domains }, HTTP);
  for (let at = 0; at < 60; at += 1) await stage.service.add(await newOwner(stage), `d${at}.example.com`);
  stage.clock.advance(HOUR_AND_JITTER_MS);
  const broken = new Set((await stage.domains.due(99, stage.clock.now())).map(({ id }) => id));
  await addAndWait(stage);
  stage.clock.advance(HOUR_AND_JITTER_MS);
  const { round } = await started(stage);
  await round();
  assert.equal(proofLooks(stage), 1);
  assert.deepEqual(await stage.domains.due(99, stage.clock.now()), []);
  const failures = () => stage.logged.filter((line) => line.includes('no place')).length;
  assert.equal(failures(), 60);
  await round(0.8 * HOUR_MS - 1);
  assert.equal(failures(), 60);
  for (const _batch of [1, 2]) await round(HOUR_AND_JITTER_MS / 2);
  assert.equal(failures(), 120);
});

test('a name that nobody proves is asked about ever less, but once a day', async (t) => {
  const stage = await setStage(t, await openSqlite(t), HTTP);
  await addAndWait(stage);
  const { round } = await started(stage);
  const looks: number[] = [];
  for (let hour = 1; hour <= 12 * 24; hour += 1) {
    const before = proofLooks(stage);
    await round(HOUR_MS);
    if (proofLooks(stage) > before) looks.push(hour);
  }
  const pauses = looks.slice(1).map((hour, at) => ({ after: looks[at]!, hours: hour - looks[at]! }));
  const daysSeen = new Set(pauses.map(({ after }) => Math.floor(after / 24)));
  assert.ok([0, 1, 2, 3].every((day) => daysSeen.has(day)) && Math.max(...daysSeen) >= 8, String(looks));
  for (const { after, hours } of pauses) {
    const usual = Math.min(24, 2 ** Math.floor(after / 24));
    assert.ok(hours >= Math.ceil(0.8 * usual) && hours <= Math.ceil(1.2 * usual), `${after} + ${hours}`);
  }
});

test('where nothing can be written the monitor pauses all the same', async (t) => {
  const store = await openSqlite(t);
  let failures = 0;
  const failing = <Values extends unknown[], Value>(write: (...values: Values) => Promise<Value>) => {
    return async (...values: Values) => {
      if (failures >= 300) return write(...values);
      failures += 1;
      throw new Error('no place');
    };
  };
  const { noteProof, putOff } = store.domains;
  const domains = { ...store.domains, noteProof: failing(noteProof), putOff: failing(putOff) };
  const stage = await setStage(t, { ...store, domains }, HTTP);
  for (let at = 0; at < 50; at += 1) await stage.service.add(await newOwner(stage), `d${at}.example.com`);
  stage.clock.advance(HOUR_AND_JITTER_MS);
  await started(stage);
  assert.equal(failures, 100);
});

test('rounds and looks are spread, so that processes and domains do not come at the same instant', async (t) => {
  const stage = await setStage(t, await openSqlite(t), HTTP);
  const pauses = new Set<number>();
  const { monitor, timers } = stage.anotherMonitor();
  monitor.start();
  for (let round = 0; round < 20; round += 1) {
    const ms = await timers.nextPause();
    assert.ok(ms >= 12_000 && ms <= 18_000, String(ms));
    pauses.add(ms);
    timers.wake();
  }
  assert.ok(pauses.size > 10);
  const next = Array.from({ length: 200 }, () => stage.watch.nextLookMs(0));
  assert.ok(next.every((ms) => ms >= 0.8 * HOUR_MS && ms <= HOUR_AND_JITTER_MS));
  assert.ok(new Set(next).size > 100);
});
