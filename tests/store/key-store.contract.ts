import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { DomainName } from '#src/features/domains/domain.ts';
import { PLAIN_BRAND } from '#src/features/domains/domain.ts';
import type { KeyStore, SealedKind, SealedValue } from '#src/features/keys/key-store.ts';
import type { Store } from '#src/store/store.ts';
import { sampleDomain } from './domain-sample.ts';
import { LIFE_MS, START_MS, sample } from './sealed-sample.ts';

/** What every adapter promises about a change of the site secret. `storeOf` is empty at the beginning. */
export function keyStoreContract(engine: string, storeOf: () => Store): void {
  test(`${engine}: of many who write the record of the keys one does, and nobody writes over what they have not read`, async () => {
    const { keys } = storeOf();
    assert.equal(await keys.record(), null);
    const first = await race((name) => keys.replaceRecord(null, name));
    assert.equal(first.length, 1);
    assert.equal(await keys.record(), first[0]);
    const second = await race((name) => keys.replaceRecord(first[0] ?? '', `second ${name}`));
    assert.equal(second.length, 1);
    assert.equal(await keys.replaceRecord(first[0] ?? '', 'too late'), false);
    assert.equal(await keys.record(), `second ${second[0]}`);
  });

  test(`${engine}: secrets and mails that need a key are counted until they are over`, async () => {
    const { keys, secrets, outbox } = storeOf();
    const before = await needsByName(keys, START_MS);
    assert.equal(before['secrets old-key'], undefined);
    for (const siteKeyId of ['old-key', 'old-key', 'new-key']) {
      const { secret, metadata } = sample({ siteKeyId });
      await secrets.put(secret, metadata);
    }
    const later = sample({ siteKeyId: 'old-key', recordExpiresAtMs: START_MS + 3 * LIFE_MS });
    await secrets.put(later.secret, later.metadata);
    await outbox.put(sampleMail('old-key'));
    const needs = await needsByName(keys, START_MS);
    assert.deepEqual(needs['secrets old-key'], [3, START_MS + 3 * LIFE_MS]);
    assert.deepEqual(needs['secrets new-key'], [1, START_MS + 2 * LIFE_MS]);
    assert.deepEqual(needs['mails old-key'], [1, START_MS + LIFE_MS]);
    const after = await needsByName(keys, START_MS + 2 * LIFE_MS);
    assert.deepEqual([after['secrets old-key'], after['mails old-key']], [[1, START_MS + 3 * LIFE_MS], undefined]);
  });

  test(`${engine}: every owner's copy is shown, and replaced only while it still is the one that was shown`, async () => {
    const { keys, secrets } = storeOf();
    const made = await Promise.all(
      Array.from({ length: 450 }, async (_, at) => {
        const one = sample({ ownerTag: `owner ${at % 7}`, ownerCopy: randomBytes(40) });
        await secrets.put(one.secret, one.metadata);
        return one.secret;
      }),
    );
    const shown = await valuesOf(keys, 'owner-copy');
    for (const { id, ownerCopy, recordExpiresAtMs } of made) {
      const value = shown.get(id);
      assert.deepEqual([Buffer.from(value!.sealed), value!.id], [ownerCopy, id]);
      assert.equal(value!.untilMs, recordExpiresAtMs);
    }
    const value = shown.get(made[0]!.id)!;
    await replacedOnce(keys, 'owner-copy', value);
    assert.equal(await keys.reseal('owner-copy', { ...value, row: 'nobody' }, randomBytes(9)), false);
    await secrets.disown('owner 0');
    const [own] = (await valuesOf(keys, 'owner-copy')).values();
    assert.notEqual(own!.row, value.row);
  });

  test(`${engine}: feedback is shown and replaced, and stays where and as long as it was`, async () => {
    const { keys, feedback } = storeOf();
    const sealed = randomBytes(30);
    await Promise.all(
      Array.from({ length: 230 }, (_, at) => feedback.keep({ id: `entry ${at}`, createdAtMs: START_MS + at, sealed })),
    );
    const shown = await valuesOf(keys, 'feedback');
    assert.equal(shown.size, 230);
    const to = await replacedOnce(keys, 'feedback', shown.get('entry 7')!);
    const entry = (await feedback.list(500, START_MS + 300)).find(({ id }) => id === 'entry 7');
    assert.deepEqual([Buffer.from(entry!.sealed), entry!.createdAtMs], [to, START_MS + 7]);
  });

  test(`${engine}: who has opened a home page is shown and replaced, and nothing else of the brand changes`, async () => {
    const { keys, domains } = storeOf();
    const [closed, open] = [sampleDomain(), sampleDomain({ name: 'home.example.org' as DomainName })];
    for (const domain of [closed, open]) await domains.add(domain, 10);
    const brand = { ...PLAIN_BRAND, name: 'Ours: "x"', hasHome: true };
    const homeOwner = randomBytes(30).toString('base64url');
    await domains.setBrand(open.ownerTag, open.name, { ...brand, homeOwner }, START_MS);
    const shown = [...(await valuesOf(keys, 'home-owner')).values()];
    assert.deepEqual(
      shown.map(({ id, untilMs }) => [id, untilMs]),
      [[open.name, null]],
    );
    const to = await replacedOnce(keys, 'home-owner', shown[0]!);
    const kept = await domains.find(open.ownerTag, open.name);
    assert.deepEqual(kept?.brand, { ...brand, homeOwner: to.toString('base64url') });
  });

  test(`${engine}: one process seals anew at a time, and another one when its time is over`, async () => {
    const { keys } = storeOf();
    assert.equal(await keys.takeLead('one', START_MS + 10, START_MS), true);
    assert.equal(await keys.takeLead('other', START_MS + 10, START_MS + 9), false);
    assert.equal(await keys.takeLead('one', START_MS + 20, START_MS + 9), true);
    assert.equal(await keys.takeLead('other', START_MS + 30, START_MS + 20), true);
  });
}

/** Of many at once: the names of those that succeed. */
async function race(attempt: (name: string) => Promise<boolean>): Promise<string[]> {
  const names = Array.from({ length: 20 }, (_, at) => `number ${at}`);
  const won = await Promise.all(names.map(attempt));
  return names.filter((_, at) => won[at]);
}

async function replacedOnce(keys: KeyStore, kind: SealedKind, value: SealedValue): Promise<Buffer> {
  const drafts = Array.from({ length: 10 }, () => randomBytes(40));
  const won = await Promise.all(drafts.map((draft) => keys.reseal(kind, value, draft)));
  assert.equal(won.filter(Boolean).length, 1);
  const to = drafts[won.indexOf(true)]!;
  assert.deepEqual(Buffer.from((await valuesOf(keys, kind)).get(value.row)!.sealed), to);
  return to;
}

async function valuesOf(keys: KeyStore, kind: SealedKind): Promise<Map<string, SealedValue>> {
  const values = new Map<string, SealedValue>();
  let from: string | null = null;
  do {
    const page = await keys.sealedPage(kind, from);
    for (const value of page.values) values.set(value.row, value);
    from = page.next;
  } while (from !== null);
  return values;
}

async function needsByName(keys: KeyStore, nowMs: number): Promise<Record<string, [number, number]>> {
  const needs = await keys.needs(nowMs);
  return Object.fromEntries(
    needs.map(({ kind, siteKeyId, rows, untilMs }) => [`${kind} ${siteKeyId}`, [rows, untilMs]]),
  );
}

function sampleMail(siteKeyId: string) {
  return {
    ...{ id: randomBytes(9).toString('base64url'), siteKeyId, ticketHash: null, accountHash: 'account', label: null },
    ...{ sealed: randomBytes(50), createdAtMs: START_MS, dueAtMs: START_MS, expiresAtMs: START_MS + LIFE_MS },
  };
}
