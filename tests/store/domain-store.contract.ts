import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DomainName, PLAIN_BRAND } from '#src/features/domains/domain.ts';
import type { AddOutcome, DomainStore, NewDomain } from '#src/features/domains/domain-store.ts';
import { BRAND, OBSERVATION, sampleDomain, sampleLogo } from './domain-sample.ts';
import { START_MS } from './sealed-sample.ts';

const MOST = 3;

export async function added(domains: DomainStore, changes: Partial<NewDomain> = {}) {
  const outcome = await domains.add(sampleDomain(changes), MOST);
  return outcome.kind === 'added' ? outcome.domain : assert.fail(outcome.kind);
}

/** What every store of domains promises. `open` gives one that is empty, twice: as two processes see it. */
export function domainStoreContract(engine: string, open: () => Promise<readonly [DomainStore, DomainStore]>): void {
  const promise = (title: string, check: (domains: DomainStore, other: DomainStore) => Promise<void>) =>
    test(`${engine}: ${title}`, async () => check(...(await open())));
  const prove = (domains: DomainStore, { id }: Pick<NewDomain, 'id'>) =>
    domains.noteProof(id, 'present', { graceMs: 0, nowMs: START_MS });

  promise('a domain is kept plain and unproven, and found by its owner alone', async (domains, other) => {
    const sample = sampleDomain();
    const { id, name, ownerTag, createdAtMs } = sample;
    const domain = {
      ...{ id, name, ownerTag, createdAtMs, updatedAtMs: createdAtMs, observation: null, logoHash: null },
      ...{ proof: { verifiedAtMs: null, missingSinceMs: null }, brand: PLAIN_BRAND },
    };
    assert.deepEqual(await domains.add(sample, MOST), { kind: 'added', domain });
    assert.deepEqual(await other.find(ownerTag, name), domain);
    assert.deepEqual([await other.list(ownerTag), await other.count(ownerTag)], [[domain], 1]);
    assert.equal(await domains.find('another', name), null);
    assert.equal(await domains.find(ownerTag, 'other.example.com' as DomainName), null);
    assert.deepEqual([await domains.list('another'), await domains.count('another')], [[], 0]);
  });

  promise('a domain that its owner has already is answered as it is, and not made anew', async (domains) => {
    const { ownerTag, name, id } = await added(domains);
    await prove(domains, { id });
    const again = await domains.add(sampleDomain({ ownerTag, name, createdAtMs: START_MS + 9 }), 1);
    assert.deepEqual(again, { kind: 'exists', domain: await domains.find(ownerTag, name) });
    assert.equal(await domains.count(ownerTag), 1);
  });

  promise('a name stays open to others until somebody has verified it, then it is taken', async (domains, other) => {
    const first = await added(domains);
    const second = await added(other, { name: first.name });
    assert.deepEqual(await other.find(second.ownerTag, first.name), second);
    await prove(domains, first);
    assert.deepEqual(await other.add(sampleDomain({ name: first.name }), MOST), { kind: 'taken' });
    assert.deepEqual(await other.add(sampleDomain({ name: first.name }), 0), { kind: 'taken' });
    await domains.remove(first.ownerTag, first.name);
    await added(other, { name: first.name });
  });

  promise('an owner has as many domains as allowed, however many are added at once', async (domains, other) => {
    const { ownerTag } = sampleDomain();
    const asked = Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? domains : other).add(sampleDomain({ ownerTag }), MOST),
    );
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'added').length, MOST);
    assert.equal(kinds.filter((kind) => kind === 'too-many').length, 20 - MOST);
    assert.equal(await domains.count(ownerTag), MOST);
    assert.equal((await domains.add(sampleDomain(), MOST)).kind, 'added');
  });

  promise(
    'of simultaneous adds of one domain by one owner one makes it, the others find it',
    async (domains, other) => {
      const { ownerTag, name } = sampleDomain();
      const asked = Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? domains : other).add(sampleDomain({ ownerTag, name }), MOST),
      );
      const outcomes = await Promise.all(asked);
      const ids = new Set(outcomes.map((outcome: AddOutcome) => ('domain' in outcome ? outcome.domain.id : 'none')));
      assert.deepEqual([outcomes.filter(({ kind }) => kind === 'added').length, ids.size], [1, 1]);
      assert.equal(await domains.count(ownerTag), 1);
    },
  );

  promise('an id is given once', async (domains) => {
    const { id, ownerTag, name } = await added(domains);
    await assert.rejects(domains.add(sampleDomain({ id }), MOST), { name: 'IdTaken' });
    assert.equal((await domains.find(ownerTag, name))?.id, id);
  });

  promise('domains are listed verified first, then newest first, then by name [DOM-01]', async (domains) => {
    const { ownerTag } = sampleDomain();
    const make = (name: string, elapsedMs: number) =>
      domains.add(sampleDomain({ ownerTag, name: name as DomainName, createdAtMs: START_MS + elapsedMs }), 9);
    await make('old.example.com', 0);
    await make('b.example.com', 5);
    await make('a.example.com', 5);
    await make('new.example.com', 9);
    const proven = [await make('proven-old.example.com', 1), await make('proven-new.example.com', 2)];
    for (const outcome of proven) if ('domain' in outcome) await prove(domains, outcome.domain);
    const names = (await domains.list(ownerTag)).map(({ name }) => name.replace('.example.com', ''));
    assert.deepEqual(names, ['proven-new', 'proven-old', 'new', 'a', 'b', 'old']);
  });

  promise('a check may be asked for once in its time, to the millisecond [DOM-29]', async (domains, other) => {
    const { ownerTag, name } = await added(domains);
    const ask = (nowMs: number) => domains.takeCheck(ownerTag, name, 30_000, nowMs);
    assert.equal(await ask(START_MS), 30_000);
    assert.equal(await ask(START_MS + 29_999), 1);
    assert.equal((await domains.find(ownerTag, name))?.updatedAtMs, START_MS);
    const nowMs = START_MS + 30_000;
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? domains : other).takeCheck(ownerTag, name, 30_000, nowMs)),
    );
    assert.deepEqual(
      waits.toSorted((a, b) => Number(a) - Number(b)),
      [0, ...Array(19).fill(30_000)],
    );
    assert.equal((await domains.find(ownerTag, name))?.updatedAtMs, nowMs);
    assert.equal(await domains.takeCheck('another', name, 0, nowMs), null);
    assert.equal(await domains.find('another', name), null);
  });

  promise('a check that a clock far ahead has noted keeps nobody waiting when the clock is right', async (domains) => {
    const { ownerTag, name } = await added(domains);
    const ask = (nowMs: number) => domains.takeCheck(ownerTag, name, 30_000, nowMs);
    assert.equal(await ask(START_MS + 86_400_000), 0);
    assert.equal(await ask(START_MS), 0);
    assert.equal(await ask(START_MS - 1000), 31_000, 'a little is no wrong clock');
  });

  promise('a brand is kept whole, replaced, and changes nothing of another owner', async (domains, other) => {
    const [mine, theirs] = [await added(domains), await added(domains)];
    const changed = { ...mine, brand: BRAND, updatedAtMs: START_MS + 5 };
    assert.deepEqual(await domains.setBrand(mine.ownerTag, mine.name, BRAND, START_MS + 5), changed);
    assert.deepEqual(await other.find(mine.ownerTag, mine.name), changed);
    const plain = { ...mine, updatedAtMs: START_MS + 6 };
    assert.deepEqual(await other.setBrand(mine.ownerTag, mine.name, PLAIN_BRAND, START_MS + 6), plain);
    assert.equal(await domains.setBrand('another', mine.name, BRAND, START_MS), null);
    assert.equal(await domains.setBrand(mine.ownerTag, theirs.name, BRAND, START_MS), null);
    assert.deepEqual(await domains.find(theirs.ownerTag, theirs.name), theirs);
  });

  promise('a logo comes back byte by byte under its hash, and not after it was replaced', async (domains, other) => {
    const { ownerTag, name, id } = await added(domains);
    const [first, second] = [sampleLogo(), sampleLogo({ type: 'image/webp', bytes: Buffer.from([0, 255, 13, 10]) })];
    const found = async (hash: string) => {
      const logo = await other.findLogo(id, hash);
      return logo && { ...logo, bytes: Buffer.from(logo.bytes) };
    };
    assert.equal((await domains.setLogo(ownerTag, name, first, START_MS + 1))?.logoHash, first.hash);
    assert.deepEqual(await found(first.hash), first);
    assert.equal(await found(second.hash), null);
    const changed = await domains.setLogo(ownerTag, name, second, START_MS + 2);
    assert.deepEqual([changed?.logoHash, changed?.updatedAtMs], [second.hash, START_MS + 2]);
    assert.deepEqual([await found(first.hash), await found(second.hash)], [null, second]);
    assert.equal((await domains.setLogo(ownerTag, name, null, START_MS + 3))?.logoHash, null);
    assert.equal(await found(second.hash), null);
    assert.equal(await domains.setLogo('another', name, first, START_MS), null);
    assert.equal(await found(first.hash), null);
  });

  promise('a domain is removed once, with all that belongs to it, and its name is free', async (domains, other) => {
    const domain = await added(domains);
    const { ownerTag, name, id } = domain;
    const logo = sampleLogo();
    await domains.setLogo(ownerTag, name, logo, START_MS);
    await domains.setBrand(ownerTag, name, BRAND, START_MS);
    await prove(domains, domain);
    assert.equal(await other.remove('another', name), false);
    assert.equal((await other.findServed(name))?.id, id);
    const removals = await Promise.all([domains.remove(ownerTag, name), other.remove(ownerTag, name)]);
    assert.deepEqual(removals.toSorted(), [false, true]);
    const left = [
      await domains.find(ownerTag, name),
      await domains.findServed(name),
      await domains.findLogo(id, logo.hash),
    ];
    assert.deepEqual(left, [null, null, null]);
    assert.deepEqual([await domains.count(ownerTag), await domains.due(9, START_MS * 2)], [0, []]);
    const anew = await added(domains, { ownerTag, name });
    assert.deepEqual([anew.proof.verifiedAtMs, anew.brand, anew.logoHash], [null, PLAIN_BRAND, null]);
  });

  promise('what others do to a domain after its removal does not bring it back', async (domains, other) => {
    const { ownerTag, name, id } = await added(domains);
    await domains.remove(ownerTag, name);
    await other.noteObservation(id, OBSERVATION, START_MS);
    await other.putOff(id, START_MS);
    for (const seen of ['present', 'missing', 'unknown'] as const) {
      assert.deepEqual(await other.noteProof(id, seen, { graceMs: 0, nowMs: START_MS }), { kind: 'gone' });
    }
    assert.equal(await other.setBrand(ownerTag, name, BRAND, START_MS), null);
    assert.equal(await other.setLogo(ownerTag, name, sampleLogo(), START_MS), null);
    assert.equal(await other.takeCheck(ownerTag, name, 0, START_MS), null);
    const left = [await domains.find(ownerTag, name), await domains.findServed(name), await domains.count(ownerTag)];
    assert.deepEqual([...left, await domains.due(9, START_MS * 2)], [null, null, 0, []]);
  });

  promise('all domains of an owner go in one step, those of others stay', async (domains, other) => {
    const { ownerTag } = sampleDomain();
    const mine = [await added(domains, { ownerTag }), await added(domains, { ownerTag })];
    const theirs = await added(domains, { name: mine[0]!.name });
    for (const domain of mine) await prove(domains, domain);
    await other.removeAll(ownerTag);
    assert.deepEqual([await domains.list(ownerTag), await domains.count(ownerTag)], [[], 0]);
    for (const { name } of mine) assert.equal(await domains.findServed(name), null);
    assert.deepEqual(await domains.due(9, START_MS), [theirs]);
    assert.equal((await prove(domains, theirs)).kind, 'kept');
    await other.removeAll('nobody');
  });
}
