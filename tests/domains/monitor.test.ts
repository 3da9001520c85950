import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Owner } from '#src/features/accounts/customer.ts';
import { LEAD_MS } from '#src/features/domains/domain-monitor.ts';
import { type Question, RCODES, replyTo } from '../support/dns-message.ts';
import { fromTable } from '../support/dns-responder.ts';
import {
  addAndWait,
  bothEngines,
  DAY_MS,
  type DomainStage,
  HOUR_MS,
  NAME,
  newOwner,
  openSqlite,
  SITE,
  setStage,
} from './stage.ts';

const HTTP = { HUSHLINK_SITE_SCHEME: 'http', HUSHLINK_DOMAINS_CLUSTER_IP: '192.0.2.1' };
/** Longer than any pause of the monitor between two looks at the same domain. */
const HOUR_AND_JITTER_MS = 1.2 * HOUR_MS;

function pointRight(stage: DomainStage, name = NAME): void {
  stage.records.push({ name, type: 'A', data: '192.0.2.1' });
}

async function verified(stage: DomainStage, name = NAME): Promise<Owner> {
  const owner = await addAndWait(stage, name);
  await stage.prove(owner, name);
  pointRight(stage, name);
  assert.ok((await stage.service.verify(owner, name)).ok);
  return owner;
}

/** Now, whenever the next look would be. */
async function makeDue({ service, domains, clock }: DomainStage, owner: Owner): Promise<void> {
  const { id, observation } = (await service.find(owner, NAME))!;
  await domains.noteObservation(id, observation!, clock.now());
}

/** A monitor that has done its first round. */
async function started(stage: DomainStage) {
  const one = stage.anotherMonitor();
  one.monitor.start();
  await one.timers.nextPause();
  const round = async (passedMs = 0) => {
    stage.clock.advance(passedMs);
    one.timers.wake();
    await one.timers.nextPause();
  };
  return { ...one, round };
}

const looksOf = (stage: DomainStage, type: Question['type'], name: string) =>
  stage.responder.asked.filter((question) => question.type === type && question.name === name).length;
const proofLooks = (stage: DomainStage) => looksOf(stage, 'TXT', `_hush-challenge.${NAME}`);

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

  promise('a DNS server that has failed for weeks takes no domain from anybody', async (stage) => {
    const owner = await verified(stage);
    const { round } = await started(stage);
    stage.responder.respond = (question) => replyTo(question, [], { rcode: RCODES.servfail });
    for (let day = 0; day < 15; day += 1) await round(DAY_MS);
    const { proof, observation } = (await stage.service.find(owner, NAME))!;
    assert.deepEqual([proof.missingSinceMs, observation?.status], [null, 'UNREACHABLE']);
    assert.deepEqual(await stage.service.shareable(owner), [NAME]);
  });

  promise('of several processes one looks, and another takes over when it stops', async (stage) => {
    const owner = await verified(stage);
    const [first, second] = [await started(stage), await started(stage)];
    const looks = () => looksOf(stage, 'A', NAME);
    const before = looks();
    await first.round(HOUR_AND_JITTER_MS);
    assert.equal(looks(), before + 1);
    await makeDue(stage, owner);
    await second.round(LEAD_MS - 1);
    assert.equal(looks(), before + 1);
    await first.monitor.stop(0);
    await second.round();
    assert.equal(looks(), before + 2);
  });

  promise('a process that has died holds up the others until its lease is over, to the instant', async (stage) => {
    await verified(stage);
    const { domains, clock } = stage;
    clock.advance(HOUR_AND_JITTER_MS);
    const before = looksOf(stage, 'A', NAME);
    assert.equal(await domains.takeLead('the dead', clock.now() + LEAD_MS, clock.now()), true);
    const { round } = await started(stage);
    await round(LEAD_MS - 1);
    assert.equal(looksOf(stage, 'A', NAME), before);
    await round(1);
    assert.equal(looksOf(stage, 'A', NAME), before + 1);
  });

  promise('the lease is renewed while there is work, however long one look takes', async (stage) => {
    await verified(stage);
    const { clock } = stage;
    clock.advance(HOUR_AND_JITTER_MS);
    const { held, release } = holdAnswers(stage);
    const slow = stage.anotherMonitor();
    slow.monitor.start();
    await held(1);
    for (let renewal = 0; renewal < 5; renewal += 1) {
      clock.advance(LEAD_MS - 1);
      slow.timers.tick();
      // The store does one thing after the other: whoever asks now asks after the renewal.
      assert.equal(await stage.domains.takeLead('another', clock.now() + 1, clock.now()), false);
    }
    release();
    await slow.timers.nextPause();
  });

  promise('whoever has lost the lease begins no further look', async (stage) => {
    for (let at = 0; at < 9; at += 1) await verified(stage, `d${at}.example.com`);
    const { clock, domains } = stage;
    clock.advance(HOUR_AND_JITTER_MS);
    const { held, release } = holdAnswers(stage);
    const slow = stage.anotherMonitor();
    slow.monitor.start();
    await held(4);
    clock.advance(LEAD_MS);
    assert.equal(await domains.takeLead('another', clock.now() + LEAD_MS, clock.now()), true);
    slow.timers.tick();
    assert.equal(await domains.takeLead('third', clock.now() + 1, clock.now()), false);
    release();
    await slow.timers.nextPause();
    assert.equal((await domains.due(99, clock.now())).length, 5);
  });

  promise('four domains at most are looked at at the same time, and all of them in the end', async (stage) => {
    for (let at = 0; at < 60; at += 1) await stage.service.add(await newOwner(stage), `d${at}.example.com`);
    stage.clock.advance(HOUR_AND_JITTER_MS);
    const { held, release, names } = holdAnswers(stage);
    const { monitor, timers } = stage.anotherMonitor();
    monitor.start();
    await held(4);
    assert.equal((await stage.domains.due(99, stage.clock.now())).length, 60);
    assert.equal(names.size, 4);
    release();
    await timers.nextPause();
    assert.deepEqual(await stage.domains.due(99, stage.clock.now()), []);
  });

  promise('stopping finishes the looks under way, and begins no other', async (stage) => {
    for (let at = 0; at < 9; at += 1) await stage.service.add(await newOwner(stage), `d${at}.example.com`);
    stage.clock.advance(HOUR_AND_JITTER_MS);
    const { held, release } = holdAnswers(stage);
    const { monitor } = stage.anotherMonitor();
    monitor.start();
    await held(4);
    const stopped = monitor.stop(10_000);
    release();
    await stopped;
    assert.equal((await stage.domains.due(99, stage.clock.now())).length, 5);
    assert.equal(await stage.domains.takeLead('next', stage.clock.now() + 1, stage.clock.now()), true);
  });

  promise('a look that outlasts the time for stopping is cut, and nothing of it is kept', async (stage) => {
    const owner = await verified(stage);
    stage.clock.advance(DAY_MS);
    const before = await stage.service.find(owner, NAME);
    const { held } = holdAnswers(stage);
    const { monitor, timers } = stage.anotherMonitor();
    monitor.start();
    await held(1);
    const stopped = monitor.stop(10_000);
    assert.equal(await timers.nextPause(), 10_000);
    timers.wake();
    await stopped;
    assert.deepEqual(await stage.service.find(owner, NAME), before);
    assert.equal((await stage.domains.due(9, stage.clock.now())).length, 1);
  });
}

test('a store that fails is told of in the log, and the monitor goes on when it is back', async (t) => {
  const store = await openSqlite(t);
  let isAway = true;
  const domains = {
    ...store.domains,
    due: async (...args: Parameters<typeof store.domains.due>) => {
      if (isAway) throw new Error('the store is away');
      return store.domains.due(...args);
    },
  };
  const stage = await setStage(t, { ...store, domains }, HTTP);
  await addAndWait(stage);
  const { round } = await started(stage);
  await round(HOUR_AND_JITTER_MS);
  assert.equal(stage.logged.filter((line) => line.includes('domain monitor')).length, 2);
  assert.equal(stage.responder.asked.length, 0);
  isAway = false;
  await round();
  assert.equal(proofLooks(stage), 1);
});

test('one domain that cannot be looked at keeps no other from it, and is not tried again at once', async (t) => {
  const store = await openSqlite(t);
  const domains = {
    ...store.domains,
    noteProof: async (...args: Parameters<typeof store.domains.noteProof>) => {
      if (args[0] === broken) throw new Error('no place');
      return store.domains.noteProof(...args);
    },
  };
  const stage = await setStage(t, { ...store, domains }, HTTP);
  const owner = await addAndWait(stage);
  const broken = (await stage.service.find(owner, NAME))!.id;
  for (let at = 0; at < 60; at += 1) await stage.service.add(await newOwner(stage), `d${at}.example.com`);
  stage.clock.advance(HOUR_AND_JITTER_MS);
  const { round } = await started(stage);
  await round();
  assert.deepEqual(
    (await stage.domains.due(99, stage.clock.now())).map(({ id }) => id),
    [broken],
  );
  assert.equal(stage.logged.filter((line) => line.includes(NAME)).length, 2);
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

test('an operator is told of a cluster address that the monitor may not connect to', async (t) => {
  const warned = async (ip: string, networks: string) => {
    const env = { HUSHLINK_DOMAINS_CLUSTER_IP: ip, HUSHLINK_DOMAINS_PRIVATE_NETWORKS: networks };
    const stage = await setStage(t, await openSqlite(t), env);
    stage.anotherMonitor();
    return stage.logged.some((line) => line.includes('domains.private_networks'));
  };
  assert.equal(await warned('10.0.0.1', ''), true);
  assert.equal(await warned('10.0.0.1', '10.0.0.0/8'), false);
  assert.equal(await warned('8.8.8.8', ''), false);
});

/** Keeps everybody who asks waiting until the test lets them go on. */
function holdAnswers(stage: DomainStage) {
  const answer = fromTable(() => stage.records);
  const names = new Set<string>();
  const [gate, noticed] = [Promise.withResolvers<void>(), new Set<() => void>()];
  stage.responder.respond = async (question) => {
    names.add(question.name.replace('_hush-challenge.', '').replace(SITE, NAME));
    for (const look of noticed) look();
    await gate.promise;
    return answer(question);
  };
  /** Resolves once so many names have been asked for. */
  const held = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => names.size >= count && resolve();
      noticed.add(look);
      look();
    });
  return { names, held, release: () => gate.resolve() };
}
