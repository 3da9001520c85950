import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Domain } from '#src/features/domains/domain.ts';
import type { DomainStore, ProofSeen } from '#src/features/domains/domain-store.ts';
import { OBSERVATION } from './domain-sample.ts';
import { added } from './domain-store.contract.ts';
import { START_MS } from './sealed-sample.ts';

const GRACE_MS = 7 * 86_400_000;

/** What every store promises of proof, monitor and lead. `open` gives an empty one, twice: as two processes see it. */
export function domainProofContract(engine: string, open: () => Promise<readonly [DomainStore, DomainStore]>): void {
  const promise = (title: string, check: (domains: DomainStore, other: DomainStore) => Promise<void>) =>
    test(`${engine}: ${title}`, async () => check(...(await open())));
  const note = (domains: DomainStore, { id }: Domain, seen: ProofSeen, elapsedMs: number) =>
    domains.noteProof(id, seen, { graceMs: GRACE_MS, nowMs: START_MS + elapsedMs });
  const proofOf = async (domains: DomainStore, { ownerTag, name }: Domain) => {
    const { verifiedAtMs, missingSinceMs } = (await domains.find(ownerTag, name))?.proof ?? assert.fail('gone');
    return [verifiedAtMs, missingSinceMs].map((instantMs) => instantMs && instantMs - START_MS);
  };
  const servedIs = async (domains: DomainStore, { name }: Domain, expected: Domain | null) =>
    assert.equal((await domains.findServed(name))?.id, expected?.id);

  promise('a domain is served from its proof on, and remembers since when', async (domains, other) => {
    const domain = await added(domains);
    await servedIs(other, domain, null);
    const outcome = await note(other, domain, 'present', 5);
    const proven = { ...domain, proof: { verifiedAtMs: START_MS + 5, missingSinceMs: null } };
    assert.deepEqual(outcome, { kind: 'kept', domain: proven });
    assert.deepEqual(await domains.findServed(domain.name), proven);
    assert.deepEqual(await note(domains, domain, 'present', 90), { kind: 'kept', domain: proven });
  });

  promise('a look-up that failed tells nothing and changes nothing', async (domains) => {
    const domain = await added(domains);
    assert.deepEqual(await note(domains, domain, 'unknown', 1), { kind: 'kept', domain });
    await note(domains, domain, 'present', 2);
    await note(domains, domain, 'missing', 3);
    await note(domains, domain, 'unknown', 3 + 2 * GRACE_MS);
    assert.deepEqual(await proofOf(domains, domain), [2, 3]);
    await servedIs(domains, domain, domain);
  });

  promise(
    'a domain whose proof is missing stays served to the last millisecond of the grace and not at its end',
    async (domains, other) => {
      const domain = await added(domains);
      await note(domains, domain, 'present', 0);
      await note(domains, domain, 'missing', 10);
      await note(other, domain, 'missing', 10 + GRACE_MS - 1);
      assert.deepEqual(await proofOf(domains, domain), [0, 10]);
      await servedIs(other, domain, domain);
      const outcome = await note(other, domain, 'missing', 10 + GRACE_MS);
      assert.deepEqual(outcome.kind === 'kept' && outcome.domain.proof.verifiedAtMs, null);
      assert.deepEqual(await proofOf(domains, domain), [null, 10]);
      await servedIs(domains, domain, null);
      await added(domains, { name: domain.name });
    },
  );

  promise('a grace that a clock far ahead has begun begins when it is right', async (domains) => {
    const domain = await added(domains);
    await note(domains, domain, 'present', 0);
    await note(domains, domain, 'missing', 52 * GRACE_MS);
    await note(domains, domain, 'missing', 10);
    assert.deepEqual(await proofOf(domains, domain), [0, 10]);
    await note(domains, domain, 'missing', 10 + GRACE_MS);
    await servedIs(domains, domain, null);
  });

  promise('a proof that comes back in time begins the grace anew', async (domains) => {
    const domain = await added(domains);
    await note(domains, domain, 'present', 0);
    await note(domains, domain, 'missing', 10);
    await note(domains, domain, 'present', GRACE_MS);
    assert.deepEqual(await proofOf(domains, domain), [0, null]);
    await note(domains, domain, 'missing', GRACE_MS + 20);
    await note(domains, domain, 'missing', 2 * GRACE_MS + 19);
    await servedIs(domains, domain, domain);
  });

  promise(
    'a domain that was never proven notes that its proof is missing, and is verified by the first',
    async (domains) => {
      const domain = await added(domains);
      await note(domains, domain, 'missing', 1);
      await note(domains, domain, 'missing', 2);
      assert.deepEqual(await proofOf(domains, domain), [null, 1]);
      await note(domains, domain, 'present', 3);
      assert.deepEqual(await proofOf(domains, domain), [3, null]);
    },
  );

  promise(
    'a verified domain gives way only once it has been without its proof for the grace',
    async (domains, other) => {
      const holder = await added(domains);
      const heir = await added(domains, { name: holder.name });
      await note(domains, holder, 'present', 0);
      assert.deepEqual(await note(other, heir, 'present', 3 * GRACE_MS), { kind: 'taken' });
      await note(domains, holder, 'missing', 10);
      assert.deepEqual(await note(other, heir, 'present', 10 + GRACE_MS - 1), { kind: 'taken' });
      await servedIs(domains, holder, holder);
      assert.deepEqual(await proofOf(domains, heir), [null, null]);
      assert.equal((await note(other, heir, 'present', 10 + GRACE_MS)).kind, 'kept');
      await servedIs(domains, holder, heir);
      assert.deepEqual(
        [await proofOf(domains, holder), await proofOf(domains, heir)],
        [
          [null, 10],
          [10 + GRACE_MS, null],
        ],
      );
      assert.deepEqual(await note(domains, holder, 'present', 11 + GRACE_MS), { kind: 'taken' });
      assert.deepEqual(await proofOf(domains, holder), [null, null]);
    },
  );

  promise('what happens to the record of one owner leaves that of another as it is', async (domains, other) => {
    const holder = await added(domains);
    const second = await added(domains, { name: holder.name });
    await note(domains, holder, 'present', 0);
    await note(other, second, 'missing', 0);
    await note(other, second, 'missing', GRACE_MS);
    await servedIs(domains, holder, holder);
    await other.remove(second.ownerTag, second.name);
    await servedIs(domains, holder, holder);
    assert.deepEqual(await proofOf(domains, holder), [0, null]);
  });

  promise(
    'of fifty owners who prove one name at once, through two processes, exactly one has it',
    async (domains, other) => {
      const first = await added(domains);
      const rivals = [first];
      while (rivals.length < 50) rivals.push(await added(domains, { name: first.name }));
      const race = async (racing: readonly Domain[], elapsedMs: number) => {
        const noted = racing.map((rival, at) => note(at % 2 ? domains : other, rival, 'present', elapsedMs));
        const kinds = (await Promise.all(noted)).map(({ kind }) => kind);
        const winners = racing.filter((_, at) => kinds[at] === 'kept');
        assert.deepEqual([winners.length, kinds.filter((kind) => kind === 'taken').length], [1, racing.length - 1]);
        const lists = await Promise.all(rivals.map(({ ownerTag }) => domains.list(ownerTag)));
        const verified = lists.flat().filter(({ proof }) => proof.verifiedAtMs !== null);
        assert.deepEqual([verified.length, verified[0]?.id], [1, winners[0]?.id]);
        await servedIs(other, first, winners[0]!);
        return winners[0]!;
      };
      const winner = await race(rivals, 0);
      await note(domains, winner, 'missing', 1);
      const others = rivals.filter((rival) => rival !== winner);
      await race(others, 1 + GRACE_MS);
    },
  );

  promise('what was seen of a record as it no longer is changes nothing', async (domains, other) => {
    const domain = await added(domains);
    const { id, ownerTag, name } = domain;
    const before = domain.updatedAtMs;
    await domains.takeCheck(ownerTag, name, 0, START_MS + 5);
    await note(domains, domain, 'present', 6);
    await domains.noteObservation(id, OBSERVATION, START_MS + 50);
    const checked = await domains.find(ownerTag, name);
    const noteAsOf = (seen: ProofSeen, asOfMs: number, graceMs = 0) =>
      other.noteProof(id, seen, { graceMs, nowMs: START_MS + 8, asOfMs });
    assert.deepEqual(await noteAsOf('missing', before), { kind: 'outdated' });
    assert.deepEqual(await noteAsOf('present', before), { kind: 'outdated' });
    await other.noteObservation(id, { ...OBSERVATION, status: 'UNPROVEN' }, START_MS, before);
    assert.deepEqual([await domains.find(ownerTag, name), await domains.due(9, START_MS + 49)], [checked, []]);
    const missed = await noteAsOf('missing', START_MS + 5, GRACE_MS);
    assert.equal(missed.kind === 'kept' && missed.domain.proof.missingSinceMs, START_MS + 8);
    await other.noteObservation(id, { ...OBSERVATION, status: 'UNPROVEN' }, START_MS + 40, START_MS + 5);
    assert.equal((await domains.due(9, START_MS + 40))[0]?.observation?.status, 'UNPROVEN');
    await domains.remove(ownerTag, name);
    assert.deepEqual(await noteAsOf('missing', START_MS + 5), { kind: 'gone' });
  });

  promise(
    'a domain is due when its first look is, then when its observation says, longest waiting first',
    async (domains, other) => {
      const first = await added(domains, { createdAtMs: START_MS });
      const second = await added(domains, { firstLookAtMs: START_MS + 1 });
      assert.deepEqual(await other.due(9, START_MS - 1), []);
      assert.deepEqual(await other.due(9, START_MS), [first]);
      assert.deepEqual(await other.due(9, START_MS + 1), [first, second]);
      assert.deepEqual(await other.due(1, START_MS + 1), [first]);
      await domains.noteObservation(first.id, OBSERVATION, START_MS + 50);
      assert.deepEqual(await other.due(9, START_MS + 49), [second]);
      const observed = { ...first, observation: OBSERVATION };
      assert.deepEqual(await other.find(first.ownerTag, first.name), observed);
      assert.deepEqual(await other.due(9, START_MS + 50), [second, observed]);
      const bare = { ...OBSERVATION, cname: null, addresses: [], tls: null };
      await domains.noteObservation(first.id, bare, START_MS + 60);
      assert.deepEqual((await other.find(first.ownerTag, first.name))?.observation, bare);
    },
  );

  promise('a domain that is put off is due then, and nothing else about it changes', async (domains, other) => {
    const domain = await added(domains);
    await domains.noteObservation(domain.id, OBSERVATION, START_MS);
    await domains.putOff(domain.id, START_MS + 50);
    assert.deepEqual(await other.due(9, START_MS + 49), []);
    assert.deepEqual(await other.due(9, START_MS + 50), [{ ...domain, observation: OBSERVATION }]);
  });

  promise('a look that a clock far ahead has put off is due when the clock is right', async (domains, other) => {
    const [first, second] = [await added(domains), await added(domains)];
    await domains.noteObservation(first.id, OBSERVATION, START_MS + 365 * 86_400_000);
    await domains.noteObservation(second.id, OBSERVATION, START_MS);
    const due = async (limit: number) => (await other.due(limit, START_MS)).map(({ id }) => id);
    assert.deepEqual(await due(9), [second.id, first.id]);
    assert.deepEqual(await due(1), [second.id]);
  });

  promise(
    'a lead that was taken by a clock days ahead keeps nobody out when the clock is right',
    async (domains, other) => {
      const DAYS_MS = 3 * 86_400_000;
      assert.equal(await domains.takeLead('the dead', START_MS + DAYS_MS + 60_000, START_MS + DAYS_MS), true);
      assert.equal(await other.takeLead('next', START_MS + 60_000, START_MS), true);
      assert.equal(await domains.takeLead('third', START_MS + 60_000, START_MS), false);
    },
  );

  promise(
    'one process leads: it renews while it holds, and at the end of its time another may take over',
    async (domains, other) => {
      const END_MS = START_MS + 1000;
      assert.equal(await domains.takeLead('one', END_MS, START_MS), true);
      assert.equal(await other.takeLead('two', END_MS + 1000, END_MS - 1), false);
      assert.equal(await domains.takeLead('one', END_MS + 500, END_MS - 1), true);
      assert.equal(await other.takeLead('two', END_MS + 1000, END_MS + 499), false);
      assert.equal(await other.takeLead('two', END_MS + 1000, END_MS + 500), true);
      assert.equal(await domains.takeLead('one', END_MS + 2000, END_MS + 999), false);
      assert.equal(await other.takeLead('two', END_MS + 999, END_MS + 999), true);
      assert.equal(await domains.takeLead('one', END_MS + 2000, END_MS + 999), true);
    },
  );

  promise('of twenty processes that would lead at once one does', async (domains, other) => {
    const asked = Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? domains : other).takeLead(`process ${at}`, START_MS + 1000, START_MS),
    );
    assert.equal((await Promise.all(asked)).filter(Boolean).length, 1);
  });
}
