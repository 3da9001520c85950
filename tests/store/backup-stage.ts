import { createHash } from 'node:crypto';
import { type BackupDeps, makeBackup } from '#src/backup/backup.ts';
import { type RestoreDeps, restore } from '#src/backup/restore.ts';
import type { StreamKey } from '#src/crypto/sealed-stream.ts';
import type { CustId, Customer, Owner } from '#src/features/accounts/customer.ts';
import type { Store } from '#src/store/store.ts';
import { sampleReset } from './account-sample.ts';
import { DAY_MS, kept, ownerOf, PAID, samplePayer, sampleSnapshot } from './billing-sample.ts';
import { BRAND, sampleDomain, sampleLogo } from './domain-sample.ts';
import { mailSample } from './outbox-store.contract.ts';
import { START_MS, sample } from './sealed-sample.ts';

const KEY: StreamKey = { kind: 'key', bytes: Buffer.alloc(32, 7) };
/** What the store knows of the site secret. */
export const CHECK = 'check of the site secret';

export async function backupOf(store: Store, changes: Partial<BackupDeps> = {}): Promise<Buffer> {
  const { bytes } = makeBackup({
    ...{ store, key: KEY, hasSecrets: false, release: '0.0.0', now: () => START_MS },
    randomBytes: (size) => Buffer.alloc(size, 3),
    ...changes,
  });
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

export function restoreInto(store: Store, file: Buffer, changes: Partial<RestoreDeps> = {}) {
  return restore({
    ...{ store, key: KEY, now: () => START_MS, newEpoch: ({ epoch }) => epoch + 1 },
    read: async function* () {
      yield file;
    },
    rule: { how: 'restore', isReplacing: false, isReviving: false },
    judgeKeyRecord: async (record) => (record === CHECK ? null : 'other-site-secret'),
    beforeLoading: async () => {},
    tagOf,
    depart: async (owner) => {
      await store.domains.removeAll(tagOf(owner));
      await store.secrets.disown(tagOf(owner));
    },
    ...changes,
  });
}

export function tagOf({ custid, createdAtMs }: Owner): string {
  return createHash('sha256').update(`${custid} ${createdAtMs}`).digest('base64url');
}

export const reviving = { rule: { how: 'restore', isReplacing: false, isReviving: true } } as const;

export const replacing = { rule: { how: 'restore', isReplacing: true, isReviving: false } } as const;

/** A site with one of everything; the customer may be the one of another site. */
export async function furnish(store: Store, like: Partial<Customer> = {}) {
  await store.keys.replaceRecord(null, CHECK);
  await store.site.setBanner('news');
  const customer = await kept(store, { planid: 'identity', ...like });
  const reset = sampleReset(customer.custid);
  await store.accounts.keepReset(reset);
  const payer = samplePayer();
  await store.billing.link(ownerOf(customer), payer);
  const look = (await store.billing.beginLook(ownerOf(customer)))!;
  await store.billing.keep(ownerOf(customer), look, {
    seen: sampleSnapshot(payer),
    paid: PAID,
    nextLookAtMs: START_MS + DAY_MS,
  });
  const domain = sampleDomain();
  const logo = sampleLogo();
  await store.domains.add(domain, 1);
  await store.domains.setBrand(domain.ownerTag, domain.name, BRAND, START_MS);
  await store.domains.setLogo(domain.ownerTag, domain.name, logo, START_MS);
  await store.domains.noteProof(domain.id, 'present', { graceMs: DAY_MS, nowMs: START_MS });
  await store.outbox.put(mailSample());
  await passBy(store, customer.custid);
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  return { customer, reset, payer, domain, logo, secret, metadata };
}

/** What somebody leaves behind who signs in and says something. */
async function passBy({ sessions, attempts, feedback, places }: Store, custid: CustId) {
  const facts = { custid, epoch: 1, isRemembered: false, seenAtMs: START_MS, expiresAtMs: START_MS + DAY_MS };
  const session = { cookie: { originalMaxAge: null }, facts };
  await new Promise<void>((resolve) => sessions.rows.set('a session', session, () => resolve()));
  await attempts.begin([{ name: 'an account', freeTries: 1, tries: 9 }], { firstDelayMs: 1, maxDelayMs: 9 }, START_MS);
  await feedback.keep({ id: 'a word', createdAtMs: START_MS, sealed: Buffer.from('sealed') });
  await places.take('a place', 1, START_MS + DAY_MS, START_MS);
}
