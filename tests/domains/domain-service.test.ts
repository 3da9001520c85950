import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDomainProof } from '#src/features/domains/domain-proof.ts';
import type { Result } from '#src/result.ts';
import { RCODES, replyTo } from '../support/dns-message.ts';
import { addAndWait, bothEngines, DAY_MS, NAME, newOwner, openSqlite, SITE, setStage } from './stage.ts';

const kindOf = (outcome: Result<unknown, { kind: string }>) => (outcome.ok ? 'ok' : outcome.failure.kind);

for (const [engine, open] of await bothEngines()) {
  const promise = (name: string, run: (stage: Awaited<ReturnType<typeof setStage>>) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => run(await setStage(t, await open(t))));

  promise('a domain is proven by its TXT record, and only then its links work', async (stage) => {
    const { service, domains, prove } = stage;
    const owner = await addAndWait(stage);
    const { name } = (await service.find(owner, NAME))!;
    const before = await service.verify(owner, NAME);
    assert.equal(before.ok && before.value.observation?.status, 'UNPROVEN');
    assert.deepEqual([await domains.findServed(name), await service.shareable(owner)], [null, []]);
    await prove(owner);
    stage.clock.advance(30_000);
    const after = await service.verify(owner, NAME);
    assert.equal(after.ok && after.value.proof.verifiedAtMs, stage.clock.now());
    assert.deepEqual(after.ok && after.value, await domains.findServed(name));
    assert.deepEqual(await service.shareable(owner), [NAME]);
  });

  promise('a name that another customer has verified cannot be added', async (stage) => {
    const { service, prove } = stage;
    const first = await addAndWait(stage);
    await prove(first);
    await service.verify(first, NAME);
    assert.deepEqual(await service.add(await newOwner(stage), NAME), { ok: false, failure: { kind: 'domain-taken' } });
    assert.ok((await service.remove(first, NAME)).ok);
    assert.ok((await service.add(await newOwner(stage), NAME)).ok);
  });

  promise('of two customers with a proof the one who verifies first has the name', async (stage) => {
    const { service, prove } = stage;
    const [first, second] = [await addAndWait(stage), await addAndWait(stage)];
    await prove(first);
    await prove(second);
    assert.equal(kindOf(await service.verify(second, NAME)), 'ok');
    assert.equal(kindOf(await service.verify(first, NAME)), 'domain-taken');
    assert.deepEqual([await service.shareable(first), await service.shareable(second)], [[], [NAME]]);
  });

  promise('a check that finds a proof too late is seen afterwards, too [DOM-24 DOM-28]', async (stage) => {
    const { service, prove, clock } = stage;
    const [first, second] = [await addAndWait(stage), await addAndWait(stage)];
    assert.equal(kindOf(await service.verify(first, NAME)), 'ok');
    await prove(first);
    await prove(second);
    await service.verify(second, NAME);
    clock.advance(30_000);
    assert.equal(kindOf(await service.verify(first, NAME)), 'domain-taken');
    const { status, monitoredAtMs } = (await service.find(first, NAME))!.observation!;
    assert.deepEqual([status, monitoredAtMs], ['TAKEN', clock.now()]);
  });

  promise('of two processes that verify one name for two customers at the same moment one wins', async (stage) => {
    const services = [stage.service, stage.anotherService()] as const;
    for (let round = 0; round < 20; round += 1) {
      const name = `r${round}.example.com`;
      const owners = await Promise.all([0, 1].map(() => addAndWait(stage, name)));
      for (const owner of owners) await stage.prove(owner, name);
      const outcomes = await Promise.all(services.map((service, at) => service.verify(owners[at]!, name)));
      assert.deepEqual(outcomes.map(kindOf).toSorted(), ['domain-taken', 'ok']);
      const shared = await Promise.all(owners.map((owner) => stage.service.shareable(owner)));
      assert.equal(shared.flat().length, 1);
    }
  });

  promise('a domain whose proof is gone is free after seven days, to the instant', async (stage) => {
    const { service, clock, prove, unprove } = stage;
    const [first, second] = [await addAndWait(stage), await addAndWait(stage)];
    await prove(first);
    await service.verify(first, NAME);
    await unprove(first);
    await prove(second);
    clock.advance(30_000);
    const missing = await service.verify(first, NAME);
    assert.ok(missing.ok && missing.value.proof.verifiedAtMs !== null);
    assert.equal(missing.value.observation?.status, 'UNPROVEN');
    clock.advance(7 * DAY_MS - 1);
    assert.equal(kindOf(await service.verify(second, NAME)), 'domain-taken');
    clock.advance(1);
    const early = await service.verify(second, NAME);
    assert.deepEqual(early.ok ? null : early.failure, { kind: 'too-early', retryAfterSeconds: 30 });
    clock.advance(30_000);
    assert.equal(kindOf(await service.verify(second, NAME)), 'ok');
    assert.deepEqual([await service.shareable(first), await service.shareable(second)], [[], [NAME]]);
  });

  promise('a DNS server that fails takes no domain from anybody, however long it does', async (stage) => {
    const { service, clock, prove, responder } = stage;
    const owner = await addAndWait(stage);
    await prove(owner);
    await service.verify(owner, NAME);
    responder.respond = (question) => replyTo(question, [], { rcode: RCODES.servfail });
    for (let day = 0; day < 10; day += 1) {
      clock.advance(DAY_MS);
      const checked = await service.verify(owner, NAME);
      assert.equal(checked.ok && checked.value.observation?.status, 'UNREACHABLE');
    }
    assert.deepEqual(await service.shareable(owner), [NAME]);
  });

  promise('a check can be asked for 30 seconds after the last change, and no earlier [DOM-29]', async (stage) => {
    const { service, clock } = stage;
    const owner = await newOwner(stage);
    await service.add(owner, NAME);
    clock.advance(29_001);
    const { length } = stage.responder.asked;
    assert.deepEqual(await service.verify(owner, NAME), {
      ok: false,
      failure: { kind: 'too-early', retryAfterSeconds: 1 },
    });
    assert.equal(stage.responder.asked.length, length);
    clock.advance(999);
    assert.equal(kindOf(await service.verify(owner, NAME)), 'ok');
    assert.equal(kindOf(await service.verify(owner, NAME)), 'too-early');
  });
}

test('what is no domain is refused and kept by nobody [DOM-12]', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  const { service } = stage;
  const owner = await newOwner(stage);
  for (const typed of ['', 'co.uk', '127.1', 'localhost', 'secrets.corp', SITE, `a.${SITE}`, 'https://example.com/']) {
    const failure = { kind: 'invalid-domain', field: 'domain' };
    assert.deepEqual(await service.add(owner, typed), { ok: false, failure }, typed);
  }
  assert.deepEqual(await service.list(owner), []);
});

test('a domain is found by its A-labels and its U-labels, in any case, and by nobody else', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  const { service } = stage;
  const [owner, other] = [await newOwner(stage), await newOwner(stage)];
  const added = await service.add(owner, 'Geheim.BÜCHER.de.');
  assert.equal(added.ok && added.value.name, 'geheim.xn--bcher-kva.de');
  for (const typed of ['geheim.bücher.de', 'geheim.xn--bcher-kva.de', 'GEHEIM.bücher.de.']) {
    assert.deepEqual(await service.find(owner, typed), added.ok && added.value);
    assert.equal(await service.find(other, typed), null);
    assert.equal(kindOf(await service.verify(other, typed)), 'unknown-domain');
    assert.equal(kindOf(await service.remove(other, typed)), 'unknown-domain');
  }
  assert.deepEqual(await service.list(other), []);
  assert.equal(kindOf(await service.remove(owner, 'no name')), 'unknown-domain');
});

test('adding a domain again changes nothing, and a customer has as many as the configuration says', async (t) => {
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_PER_CUSTOMER: '2' });
  const owner = await newOwner(stage);
  const first = await stage.service.add(owner, NAME);
  stage.clock.advance(1000);
  assert.deepEqual(await stage.service.add(owner, NAME), first);
  assert.ok((await stage.service.add(owner, 'example.net')).ok);
  const failure = { kind: 'too-many-domains', max: 2 };
  assert.deepEqual(await stage.service.add(owner, 'example.edu'), { ok: false, failure });
  assert.ok((await stage.service.add(await newOwner(stage), 'example.edu')).ok);
});

test('a customer has any number of domains where the configuration says none, 200 of them new in a day [PLAN-06]', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  const owner = await newOwner(stage);
  for (let at = 0; at < 200; at += 1) assert.ok((await stage.service.add(owner, `n${at}.example.net`)).ok);
  const retryAfterSeconds = (DAY_MS - (stage.clock.now() % DAY_MS)) / 1000;
  const failure = { kind: 'added-too-many', retryAfterSeconds };
  assert.deepEqual(await stage.service.add(owner, NAME), { ok: false, failure });
  assert.ok((await stage.service.add(owner, 'n0.example.net')).ok, 'what adds nothing takes no place');
  const taken = await stage.service.add(await newOwner(stage), 'example.edu');
  assert.ok(taken.ok);
  await stage.domains.noteProof(taken.value.id, 'present', { graceMs: DAY_MS, nowMs: stage.clock.now() });
  assert.equal(kindOf(await stage.service.add(owner, 'example.edu')), 'domain-taken');
  stage.clock.advance(retryAfterSeconds * 1000 - 1);
  assert.deepEqual(await stage.service.add(owner, NAME), { ok: false, failure: { ...failure, retryAfterSeconds: 1 } });
  stage.clock.advance(1);
  assert.ok((await stage.service.add(owner, NAME)).ok);
  assert.equal((await stage.service.list(owner)).length, 201);
});

test('the value of a proof is the customer’s and the domain’s alone [DOM-19]', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  const { service } = stage;
  const owner = await newOwner(stage);
  const values: string[] = [];
  for (const [next, name] of [
    [owner, NAME],
    [owner, 'example.net'],
    [() => newOwner(stage), NAME],
    [() => newOwner(stage, owner), NAME],
  ] as const) {
    const who = typeof next === 'function' ? await next() : next;
    const added = await service.add(who, name);
    assert.ok(added.ok);
    values.push(service.proofOf(added.value));
    assert.match(values.at(-1)!, /^hushlink-verify=[0-9a-f]{32}$/);
    assert.equal(service.proofOf(added.value), values.at(-1));
  }
  assert.equal(new Set(values).size, 4);
});

test('blanks and quotation marks around the value of a proof are passed over, but no longer run of them than a slip makes', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  const added = await stage.service.add(await newOwner(stage), NAME);
  assert.ok(added.ok);
  const right = stage.service.proofOf(added.value);
  const seen = (...value: string[]) => {
    const dns = { txt: async () => ({ kind: 'found' as const, value }) };
    return createDomainProof({ dns, macOf: () => right.slice('hushlink-verify='.length) }).look(added.value);
  };
  assert.equal(await seen('other', ` "${right}"\t`), 'present');
  assert.equal(await seen(right + ' '.repeat(64)), 'present');
  assert.equal(await seen(right + ' '.repeat(65)), 'missing');
  assert.equal(await seen(`x${' '.repeat(65_000)}x`), 'missing');
});

test('adding a domain asks nobody, so that no resolver remembers that its records are not there yet', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  const { service, responder, domains, clock } = stage;
  await service.add(await newOwner(stage), NAME);
  assert.deepEqual([responder.asked, await domains.due(9, clock.now())], [[], []]);
  assert.equal((await domains.due(9, clock.now() + 1.2 * 3_600_000)).length, 1);
});
