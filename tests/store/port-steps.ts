import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { DomainId, DomainName } from '#src/features/domains/domain.ts';
import { SEALED_KINDS } from '#src/features/keys/key-store.ts';
import type { Store } from '#src/store/store.ts';
import { HOUR_MS, sampleCustomer, sampleReset } from './account-sample.ts';
import { DAY_MS, PAID, sampleSnapshot } from './billing-sample.ts';
import { BRAND, OBSERVATION, sampleDomain, sampleLogo } from './domain-sample.ts';
import { mailSample } from './outbox-store.contract.ts';
import { START_MS } from './sealed-sample.ts';

/** `n` says of which of a few names, `m` how; `afterMs` how far the clock has gone since the last. */
export interface PortStep {
  readonly verb: keyof typeof PORT_VERBS;
  readonly n: number;
  readonly m: number;
  readonly afterMs: number;
}

export interface Asked {
  readonly n: number;
  readonly m: number;
  readonly nowMs: number;
  /** This instant, or the next that no other step has: which of two that are due at one comes first is nobody's business. */
  readonly own: (ms: number) => number;
}

/** For the steps of one run, by their numbers. A step may ask again, of another store, and gets the same. */
export function ownInstants(): (nth: number) => Asked['own'] {
  const steps = new Map<number, number>();
  return (nth) => (ms) => {
    let own = ms;
    while ((steps.get(own) ?? nth) !== nth) own += 1;
    steps.set(own, nth);
    return own;
  };
}

const JUMPS_MS = [0, 0, 1, 999, 1000, 5000, 60_000, 300_000, HOUR_MS, DAY_MS, -1, -1000, -HOUR_MS];

const name = (kind: string, n: number) => createHash('sha256').update(`${kind} ${n}`).digest('base64url');
const custid = (n: number) => `customer-${n}@example.com` as CustId;
const domainName = (n: number) => `d${n % 2}.example.com` as DomainName;
const domainId = (n: number) => name('domain', n).slice(0, 20) as DomainId;
const tag = (n: number) => `owner-${n % 2}`;
const leaseOf = ({ n, m }: Asked) => ({ id: name('mail', n), token: `token ${m % 2}` });
const POLICY = { firstDelayMs: 1000, maxDelayMs: 9000 };
const counted = (n: number) => ({ name: `try ${n}`, freeTries: n, tries: 4 });
const ownerOf = async ({ accounts }: Store, n: number) => ({
  custid: custid(n),
  createdAtMs: (await accounts.find(custid(n)))?.createdAtMs ?? START_MS,
});
async function sum(counts: AsyncIterable<number>) {
  let total = 0;
  for await (const count of counts) total += count;
  return total;
}

/** Every verb of the ports that keep neither secrets nor counts written behind. */
export const PORT_VERBS = {
  create: ({ accounts }: Store, { n, m, nowMs }: Asked) => accounts.create(customer(n, m, nowMs)),
  register: ({ accounts }: Store, { n, m, nowMs }: Asked) => accounts.register(customer(n, m, nowMs), `hash ${m + 1}`),
  findCustomer: ({ accounts }: Store, { n }: Asked) => accounts.find(custid(n)),
  recent: ({ accounts }: Store, { n }: Asked) => accounts.recent(n + 1),
  countCustomers: async ({ accounts }: Store, { nowMs }: Asked) => [
    await accounts.count(),
    await accounts.countSince(nowMs - HOUR_MS),
  ],
  changePassword: ({ accounts }: Store, { n, m, nowMs }: Asked) =>
    accounts.changePassword(custid(n), { from: `hash ${m}`, to: `hash ${m + 1}`, epoch: nowMs + 1 }),
  signOut: ({ accounts }: Store, { n, nowMs }: Asked) => accounts.signOut(custid(n), nowMs + 2),
  signOutAll: ({ accounts }: Store, { nowMs }: Asked) => sum(accounts.signOutAll(nowMs + 3)),
  rehash: ({ accounts }: Store, { n, m }: Asked) =>
    accounts.rehash(custid(n), { from: `hash ${m}`, to: `hash ${m % 2}` }),
  verify: async ({ accounts }: Store, { n, m }: Asked) =>
    accounts.verify(custid(n), {
      isMailProven: m > 1,
      epoch: m === 0 ? 5 : m === 1 ? null : ((await accounts.find(custid(n)))?.epoch ?? 1),
    }),
  setApiToken: async ({ accounts }: Store, { n, m }: Asked) =>
    accounts.setApiToken(custid(n), {
      hash: `token ${m}`,
      epoch: m === 0 ? 5 : ((await accounts.find(custid(n)))?.epoch ?? 1),
    }),
  setLocale: ({ accounts }: Store, { n, m }: Asked) => accounts.setLocale(custid(n), `l${m}`),
  setRole: ({ accounts }: Store, { n, m }: Asked) => accounts.setRole(custid(n), m > 1 ? 'colonel' : 'customer'),
  setPlan: ({ accounts }: Store, { n, m }: Asked) => accounts.setPlan(custid(n), `plan ${m}`),
  addCounts: ({ accounts }: Store, { n, m }: Asked) =>
    accounts.addCounts(custid(n), m > 1 ? { secretsCreated: m } : { emailsSent: 1, secretsShared: m }),
  destroy: ({ accounts }: Store, { n, m }: Asked) => accounts.destroy(custid(n), m === 0 ? null : `hash ${m}`),
  keepReset: async ({ accounts }: Store, { n, m, nowMs }: Asked) => {
    const id = name(`reset ${m} ${nowMs}`, n);
    // A key is drawn once; nobody's is good for nothing.
    if ((await accounts.find(custid(n))) === null || (await accounts.peekReset(id, START_MS)) !== null) return;
    const times = { createdAtMs: nowMs, expiresAtMs: nowMs + HOUR_MS };
    await accounts.keepReset(sampleReset(custid(n), { ...times, id, isMailed: m > 1 }));
  },
  peekReset: ({ accounts }: Store, { n, m, nowMs }: Asked) => accounts.peekReset(name(`reset ${m} ${nowMs}`, n), nowMs),
  takeReset: ({ accounts }: Store, { n, m, nowMs }: Asked) => accounts.takeReset(name(`reset ${m} ${nowMs}`, n), nowMs),
  begin: ({ attempts }: Store, { n, m, nowMs }: Asked) =>
    attempts.begin(m > 1 ? [counted(n)] : [counted(n), counted(m + 3)], POLICY, nowMs),
  giveBack: ({ attempts }: Store, { n, m, nowMs }: Asked) => attempts.giveBack([`try ${n}`, `try ${m}`], nowMs),
  forgetTries: ({ attempts }: Store, { n, m }: Asked) => attempts.forget([`try ${n}`, `try ${m}`]),
  rate: ({ rates }: Store, { n, m, nowMs }: Asked) => rates.add(`rate ${n}`, m + 1, 60_000, nowMs),
  link: async (store: Store, { n, m }: Asked) => store.billing.link(await ownerOf(store, n), `cus_${m}`),
  payerOf: ({ billing }: Store, { m }: Asked) => billing.ownerOf(`cus_${m}`),
  findBilling: async (store: Store, { n }: Asked) => store.billing.find(await ownerOf(store, n)),
  lookAt: async (store: Store, { n, m, nowMs }: Asked) => {
    const who = await ownerOf(store, n);
    const look = await store.billing.beginLook(who);
    if (look === null) return null;
    const next = nowMs + [0, 5000, DAY_MS, 40 * DAY_MS][m]!;
    return store.billing.keep(who, look - (m % 2), {
      seen: sampleSnapshot(`cus_${n}`, m),
      paid: m > 1 ? PAID : null,
      nextLookAtMs: next,
    });
  },
  dueBilling: ({ billing }: Store, { m, nowMs }: Asked) => billing.due(m + 1, nowMs),
  putOffBilling: async (store: Store, { n, m, nowMs }: Asked) =>
    store.billing.putOff(await ownerOf(store, n), nowMs + m * 20 * DAY_MS),
  hurry: async (store: Store, { n, nowMs }: Asked) => store.billing.hurry(await ownerOf(store, n), nowMs),
  forgetBilling: async (store: Store, { n }: Asked) => store.billing.forget(await ownerOf(store, n)),
  leads: async ({ billing, domains, keys }: Store, { n, m, nowMs }: Asked) =>
    [billing, domains, keys][n]!.takeLead(`holder ${m % 2}`, nowMs + m * 1000, nowMs),
  addDomain: ({ domains }: Store, { n, m, nowMs }: Asked) =>
    domains.add(
      sampleDomain({
        ...{ id: domainId(n), name: domainName(n), ownerTag: tag(m) },
        ...{ createdAtMs: nowMs, firstLookAtMs: nowMs + m },
      }),
      2,
    ),
  findDomain: ({ domains }: Store, { n, m }: Asked) => domains.find(tag(m), domainName(n)),
  listDomains: async ({ domains }: Store, { m }: Asked) => [await domains.list(tag(m)), await domains.count(tag(m))],
  served: ({ domains }: Store, { n }: Asked) => domains.findServed(domainName(n)),
  removeDomain: ({ domains }: Store, { n, m }: Asked) => domains.remove(tag(m), domainName(n)),
  removeDomains: ({ domains }: Store, { m }: Asked) => domains.removeAll(tag(m)),
  takeCheck: ({ domains }: Store, { n, m, nowMs }: Asked) => domains.takeCheck(tag(m), domainName(n), 5000, nowMs),
  prove: ({ domains }: Store, { n, m, nowMs }: Asked) =>
    domains.noteProof(domainId(n), (['present', 'missing', 'unknown', 'present'] as const)[m]!, {
      graceMs: m === 1 ? HOUR_MS : 60_000,
      nowMs,
    }),
  observe: ({ domains }: Store, { n, m, nowMs }: Asked) =>
    domains.noteObservation(domainId(n), OBSERVATION, nowMs + [0, 1000, DAY_MS, 60 * DAY_MS][m]!),
  putOffDomain: ({ domains }: Store, { n, m, nowMs }: Asked) =>
    domains.putOff(domainId(n), nowMs + [0, 1000, DAY_MS, 60 * DAY_MS][m]!),
  dueDomains: ({ domains }: Store, { m, nowMs }: Asked) => domains.due(m + 1, nowMs),
  brand: ({ domains }: Store, { n, m, nowMs }: Asked) =>
    domains.setBrand(tag(m), domainName(n), { ...BRAND, hasHome: m > 1 }, nowMs),
  setLogo: ({ domains }: Store, { n, m, nowMs }: Asked) =>
    domains.setLogo(
      ...([tag(m), domainName(n)] as const),
      m === 2 ? null : sampleLogo({ hash: name('logo', m), bytes: Buffer.alloc(2000, n) }),
      nowMs,
    ),
  logo: ({ domains }: Store, { n, m }: Asked) => domains.findLogo(domainId(n), name('logo', m)),
  write: ({ feedback }: Store, { n, m, nowMs, own }: Asked) => {
    const createdAtMs = own(nowMs + 4 * n + m);
    return feedback.keep({ id: name('feedback', createdAtMs), createdAtMs, sealed: Buffer.from(`f ${n}`) });
  },
  listFeedback: async ({ feedback }: Store, { n, nowMs }: Asked) => [
    await feedback.list(n + 1, nowMs),
    await feedback.count(nowMs - (nowMs % DAY_MS), nowMs),
  ],
  place: ({ places }: Store, { n, m, nowMs }: Asked) =>
    places.take(`place ${n}`, 2, nowMs + [1, 2, 12, 24][m]! * HOUR_MS, nowMs),
  sendMail: ({ outbox }: Store, { n, m, nowMs, own }: Asked) =>
    outbox.put(
      mailSample({
        ...{ id: name('mail', n), dueAtMs: own(START_MS + 7 * n), expiresAtMs: START_MS + 900 * DAY_MS },
        ...{ ticketHash: n > 0 ? name('ticket', n) : null, label: n > 0 ? Buffer.from('label') : null },
        ...{ accountHash: name('account', n), sealed: Buffer.from(`mail ${n} ${m}`), createdAtMs: nowMs },
      }),
    ),
  lease: ({ outbox }: Store, { n, m, nowMs, own }: Asked) =>
    outbox.lease({ token: `token ${m % 2}`, untilMs: own(nowMs + 1000 * (n + 1) + m) }, nowMs),
  beginSending: ({ outbox }: Store, asked: Asked) =>
    outbox.beginSending(leaseOf(asked), asked.own(asked.nowMs + 2000 + asked.n), asked.nowMs),
  renewLease: ({ outbox }: Store, asked: Asked) =>
    outbox.renew(leaseOf(asked), asked.own(asked.nowMs + 3000 + asked.n), asked.nowMs),
  settle: ({ outbox }: Store, asked: Asked) => {
    const kinds = [{ kind: 'sent' }, { kind: 'failed' }, { kind: 'dropped' }] as const;
    const retry = { kind: 'retry', dueAtMs: asked.own(asked.nowMs + 5 + asked.n) } as const;
    return outbox.settle(leaseOf(asked), [...kinds, retry][(asked.nowMs + asked.m) % 4]!, asked.nowMs);
  },
  forgetMails: ({ outbox }: Store, { n }: Asked) => outbox.forget(name('account', n)),
  nextDue: ({ outbox }: Store, { nowMs }: Asked) => outbox.nextDueMs(nowMs),
  mailStatus: async ({ outbox }: Store, { n, nowMs }: Asked) => outbox.statusOf(name('ticket', n), nowMs),
  replaceRecord: async ({ keys }: Store, { n, m, nowMs }: Asked) => {
    const from = await keys.record();
    return keys.replaceRecord(n === 0 ? null : n === 1 ? from : 'other', name(`record ${n} ${nowMs} ${from}`, m));
  },
  record: ({ keys }: Store) => keys.record(),
  reseal: async ({ keys }: Store, { n, m }: Asked) => {
    const { values } = await keys.sealedPage(SEALED_KINDS[n]!, null);
    const ids = values.map(({ id, sealed }) => [id, sealed]).toSorted(([one], [other]) => (one! < other! ? -1 : 1));
    const first = values.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0];
    return [ids, first && (await keys.reseal(SEALED_KINDS[n]!, first, Buffer.from(`sealed ${m}`)))];
  },
  banner: async ({ site }: Store, { n }: Asked) => {
    const before = await site.banner();
    await site.setBanner(n === 0 ? null : `news ${n}`);
    return before;
  },
};

export const portSteps = (maxLength: number, verbs = Object.keys(PORT_VERBS) as readonly PortStep['verb'][]) =>
  fc.array(
    fc.record<PortStep>({
      verb: fc.constantFrom(...verbs),
      n: fc.nat(2),
      m: fc.nat(3),
      afterMs: fc.constantFrom(...JUMPS_MS),
    }),
    { maxLength, size: 'max' },
  );

function customer(n: number, m: number, nowMs: number) {
  return sampleCustomer({
    ...{ custid: custid(n), createdAtMs: nowMs, epoch: nowMs * 1024 + m, passwordHash: `hash ${m}` },
    ...{ isVerified: m > 1, paid: m === 2 ? PAID : null, locale: m === 1 ? null : 'fr' },
  });
}
