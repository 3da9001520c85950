import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { MetadataId, SecretId } from '#src/crypto/ids.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { DomainId, DomainName } from '#src/features/domains/domain.ts';
import type { KeptSession } from '#src/features/sessions/session-store.ts';
import type { Store } from '#src/store/store.ts';
import { HOUR_MS, sampleCustomer, sampleReset } from './account-sample.ts';
import { PAID, sampleSnapshot } from './billing-sample.ts';
import { BRAND, OBSERVATION, sampleDomain, sampleLogo } from './domain-sample.ts';
import { mailSample } from './outbox-store.contract.ts';
import { LIFE_MS, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';

const DAY_MS = 86_400_000;

/** Something that is asked of a store about one of a few names; `n` says which, `m` how. */
export interface Step {
  readonly verb: keyof typeof VERBS;
  readonly n: number;
  readonly m: number;
}

export const steps = (maxLength: number) =>
  fc.array(
    fc.record<Step>({
      verb: fc.constantFrom(...(Object.keys(VERBS) as Step['verb'][])),
      n: fc.integer({ min: 0, max: 2 }),
      m: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength, size: 'max' },
  );

/**
 * What the store answers, as text; what it throws is an answer too. `nth` of all steps: the epoch of a customer, which
 * is drawn anew in life, comes from it, so that two stores are told the same.
 */
export async function ask(store: Store, { verb, n, m }: Step, nth = 0): Promise<string> {
  try {
    return textOf(await VERBS[verb](store, n, m, nth));
  } catch (error) {
    return `thrown: ${(error as Error).name}`;
  }
}

/** Everything that can be asked without changing anything. */
export const ALL_QUESTIONS: readonly Step[] = (Object.keys(VERBS_OF_READING()) as Step['verb'][]).flatMap((verb) =>
  [0, 1, 2].flatMap((n) => [0, 1, 2, 3].map((m) => ({ verb, n, m }))),
);

const at = (m: number) => START_MS + [0, 1500, 400_000, LIFE_MS + 1][m]!;
const name = (kind: string, n: number) => createHash('sha256').update(`${kind} ${n}`).digest('base64url');
const custid = (n: number) => `customer-${n}@example.com` as CustId;
const attempt = (m: number) => ({ proofHash: m === 3 ? WRONG : RIGHT, claimantHash: null });
const domainName = (n: number) => `d${n % 2}.example.com` as DomainName;
const domainId = (n: number) => name('domain', n).slice(0, 20) as DomainId;
const tag = (n: number) => `owner-${n}`;
const secretId = (n: number) => name('secret', n) as SecretId;

/** Seen within an hour: how many were is asked of no longer. */
function session(n: number, m: number): KeptSession {
  const seenAtMs = at(m % 3);
  const facts = { custid: custid(n), epoch: 7, isRemembered: m > 1, seenAtMs, expiresAtMs: seenAtMs + DAY_MS };
  return { cookie: { originalMaxAge: null }, facts };
}

async function owner(store: Store, n: number) {
  return { custid: custid(n), createdAtMs: (await store.accounts.find(custid(n)))?.createdAtMs ?? START_MS };
}

/** They change nothing. */
function VERBS_OF_READING() {
  return {
    look: ({ secrets }: Store, n: number, m: number) => secrets.look(secretId(n), at(m)),
    senderCopy: ({ secrets }: Store, n: number, m: number) => secrets.senderCopy(secretId(n), at(m)),
    metadata: ({ secrets }: Store, n: number, m: number) => secrets.metadata(name('metadata', n) as MetadataId, at(m)),
    ownedBy: async ({ secrets }: Store, n: number, m: number) => {
      const owned = await secrets.ownedBy(tag(n), { sinceMs: START_MS - 1, limit: m + 1 }, at(m));
      return owned.map(({ id, ownerCopy, row }) => [
        id,
        ownerCopy,
        row.life,
        row.createdAtMs,
        row.endedAtMs,
        row.openedAtMs,
        row.viewedAtMs,
      ]);
    },
    countOwnedBy: ({ secrets }: Store, n: number, m: number) =>
      secrets.countOwnedBy(tag(n), { sinceMs: START_MS, limit: m + 1 }, at(m)),
    tally: async ({ colonel }: Store, _n: number, m: number) => colonel.secrets(at(m)),
    days: ({ colonel }: Store) => colonel.days([new Date(START_MS).toISOString().slice(0, 10)]),
    findCustomer: ({ accounts }: Store, n: number) => accounts.find(custid(n)),
    recent: ({ accounts }: Store, n: number) => accounts.recent(n + 1),
    countCustomers: async ({ accounts }: Store, n: number) => [
      await accounts.count(),
      await accounts.countSince(START_MS + n),
    ],
    peekReset: ({ accounts }: Store, n: number, m: number) => accounts.peekReset(name(`reset ${m}`, n), at(m)),
    ownerOf: ({ billing }: Store, n: number) => billing.ownerOf(`cus_${n}`),
    findBilling: async (store: Store, n: number) => store.billing.find(await owner(store, n)),
    dueBilling: ({ billing }: Store, n: number, m: number) => billing.due(n + 1, at(m)),
    findDomain: ({ domains }: Store, n: number, m: number) => domains.find(tag(m), domainName(n)),
    listDomains: ({ domains }: Store, n: number) => domains.list(tag(n)),
    served: ({ domains }: Store, n: number) => domains.findServed(domainName(n)),
    dueDomains: ({ domains }: Store, n: number, m: number) => domains.due(n + 1, at(m)),
    logo: ({ domains }: Store, n: number) => domains.findLogo(domainId(n), name('logo', n)),
    banner: ({ site }: Store) => site.banner(),
    feedback: async ({ feedback }: Store, n: number, m: number) => [
      await feedback.list(n + 1, at(m)),
      await feedback.count(START_MS, at(m)),
    ],
    mailTotals: ({ outbox }: Store) => outbox.totals(),
    mailStatus: ({ outbox }: Store, n: number, m: number) => outbox.statusOf(name('ticket', n), at(m)),
    session: ({ sessions }: Store, n: number) =>
      new Promise((resolve, reject) =>
        sessions.rows.get(name('session', n), (error, found) => (error ? reject(error) : resolve(found ?? null))),
      ),
    seen: ({ sessions }: Store, _n: number, m: number) => sessions.countSeenSince(at(m)),
  };
}

const VERBS = {
  ...VERBS_OF_READING(),
  put: async ({ secrets }: Store, n: number, m: number) => {
    // A key is drawn once.
    if ((await secrets.look(secretId(n), START_MS)) !== null) return;
    const { secret, metadata } = sample({
      ...{
        id: secretId(n),
        ownerTag: m === 0 ? null : tag(m - 1),
        ownerCopy: m === 0 ? null : Buffer.from(`copy ${n}`),
      },
      ...{ facts: Buffer.from(`facts ${n}`), content: Buffer.from(`content ${n} ${m}`), createdAtMs: START_MS + n },
      ...{ domainTag: m === 2 ? `domain-${n % 2}` : null, isCounted: m > 0 },
      senderCopy: m === 1 ? null : { sealed: Buffer.from('copy'), untilMs: START_MS + 300_000 },
    });
    await secrets.put(secret, { ...metadata, id: name('metadata', n) as MetadataId, sealed: Buffer.from(`m ${n}`) });
  },
  claim: ({ secrets }: Store, n: number, m: number) => secrets.claim(secretId(n), attempt(m), at(m)),
  burn: ({ secrets }: Store, n: number, m: number) => secrets.burn(secretId(n), attempt(m), 'sender', at(m)),
  burnUnread: async ({ secrets }: Store, n: number, m: number) => {
    const whose =
      m > 1 ? ({ kind: 'domain', domainTag: `domain-${n}` } as const) : ({ kind: 'owner', ownerTag: tag(n) } as const);
    let burned = 0;
    for await (const count of secrets.burnUnread(whose, at(m))) burned = count;
    return burned;
  },
  opened: ({ secrets }: Store, n: number, m: number) => secrets.markOpened(secretId(n), at(m)),
  viewed: ({ secrets }: Store, n: number, m: number) => secrets.markViewed(secretId(n), at(m)),
  lift: ({ secrets }: Store, n: number, m: number) => secrets.liftLock(secretId(n), at(m)),
  disown: ({ secrets }: Store, n: number) => secrets.disown(tag(n)),
  create: ({ accounts }: Store, n: number, m: number, nth: number) =>
    accounts.create(
      sampleCustomer({
        ...{ custid: custid(n), createdAtMs: START_MS + n, epoch: (START_MS + 1 + nth) * 1024 },
        ...{ paid: m === 2 ? PAID : null, isVerified: m > 0 },
        ...{ passwordHash: `hash ${m}`, locale: m === 1 ? null : 'fr', apiTokenHash: m === 3 ? 'token' : null },
      }),
    ),
  changePassword: ({ accounts }: Store, n: number, m: number) =>
    accounts.changePassword(custid(n), { from: `hash ${m}`, to: 'hash 0', epoch: START_MS * 1024 + 100 + m }),
  addCounts: ({ accounts }: Store, n: number, m: number) => accounts.addCounts(custid(n), { secretsCreated: m }),
  destroy: ({ accounts }: Store, n: number, m: number) => accounts.destroy(custid(n), m === 0 ? null : `hash ${m}`),
  keepReset: async ({ accounts }: Store, n: number, m: number) => {
    const id = name(`reset ${m}`, n);
    // A key is drawn once; nobody's is good for nothing.
    if ((await accounts.find(custid(n))) === null || (await accounts.peekReset(id, START_MS)) !== null) return;
    await accounts.keepReset(sampleReset(custid(n), { id, isMailed: m > 1, expiresAtMs: START_MS + HOUR_MS }));
  },
  takeReset: ({ accounts }: Store, n: number, m: number) => accounts.takeReset(name(`reset ${m}`, n), at(m)),
  link: async (store: Store, n: number, m: number) => store.billing.link(await owner(store, n), `cus_${m}`),
  lookAt: async (store: Store, n: number, m: number) => {
    const who = await owner(store, n);
    const look = await store.billing.beginLook(who);
    return look === null
      ? null
      : store.billing.keep(who, look - (m % 2), {
          seen: sampleSnapshot(`cus_${n}`, m),
          paid: m > 1 ? PAID : null,
          nextLookAtMs: at(m),
        });
  },
  forgetBilling: async (store: Store, n: number) => store.billing.forget(await owner(store, n)),
  addDomain: ({ domains }: Store, n: number, m: number) =>
    domains.add(sampleDomain({ id: domainId(n), name: domainName(n), ownerTag: tag(m), firstLookAtMs: at(m) }), 3),
  prove: ({ domains }: Store, n: number, m: number) =>
    domains.noteProof(domainId(n), m === 3 ? 'missing' : 'present', { graceMs: 300_000, nowMs: at(m) }),
  observe: ({ domains }: Store, n: number, m: number) => domains.noteObservation(domainId(n), OBSERVATION, at(m) + 7),
  brand: ({ domains }: Store, n: number, m: number) => domains.setBrand(tag(m), domainName(n), BRAND, at(m)),
  setLogo: ({ domains }: Store, n: number, m: number) =>
    domains.setLogo(
      ...([tag(m), domainName(n)] as const),
      n === 2 ? null : sampleLogo({ hash: name('logo', n), bytes: Buffer.alloc(2000, n) }),
      at(m),
    ),
  removeDomain: ({ domains }: Store, n: number, m: number) => domains.remove(tag(m), domainName(n)),
  setBanner: ({ site }: Store, n: number) => site.setBanner(n === 0 ? null : `news ${n}`),
  write: ({ feedback }: Store, n: number, m: number) =>
    n === m
      ? Promise.resolve()
      : feedback.keep({ id: name(`feedback ${m}`, n), createdAtMs: at(m) - n, sealed: Buffer.from(`f ${n}`) }),
  place: ({ places }: Store, n: number, m: number) => places.take(`place ${n}`, 2, START_MS + DAY_MS, at(m)),
  attempt: ({ attempts }: Store, n: number, m: number) =>
    attempts.begin([{ name: `try ${n}`, freeTries: 1, tries: 3 }], { firstDelayMs: 1000, maxDelayMs: 9000 }, at(m)),
  sendMail: ({ outbox }: Store, n: number, m: number) => {
    const hasTicket = m > 1;
    const texts = { sealed: Buffer.from(`mail ${n}`), label: hasTicket ? Buffer.from('label') : null };
    const ids = {
      // In life a name is drawn once: none has now a ticket and now none.
      id: name(hasTicket ? 'mail with a ticket' : 'mail', n),
      ticketHash: hasTicket ? name('ticket', n) : null,
      accountHash: name('account', n),
    };
    const dueAtMs = START_MS + 2 * n + Number(hasTicket);
    return outbox.put(mailSample({ ...texts, ...ids, dueAtMs, expiresAtMs: START_MS + DAY_MS }));
  },
  deliver: async ({ outbox }: Store, n: number, m: number) => {
    const mail = await outbox.lease({ token: `token ${n}`, untilMs: at(m) + 1000 }, at(m));
    if (mail === null || n === 0) return mail;
    await outbox.beginSending(mail, at(m) + 2000, at(m));
    const ends = [{ kind: 'sent' }, { kind: 'failed' }, { kind: 'retry', dueAtMs: at(m) + 5 }] as const;
    return n === 1 ? mail : outbox.settle(mail, ends[m % 3]!, at(m));
  },
  forgetMails: ({ outbox }: Store, n: number) => outbox.forget(name('account', n)),
  signIn: async ({ sessions }: Store, n: number, m: number) => {
    await new Promise<void>((resolve) => sessions.rows.set(name('session', n), session(n, m), () => resolve()));
    await sessions.renew(name('session', n), session(n, m));
  },
  signOut: ({ sessions }: Store, n: number) =>
    new Promise<void>((resolve) => sessions.rows.destroy(name('session', n), () => resolve())),
};

export function textOf(answer: unknown): string {
  return JSON.stringify(answer, (_key, value) => {
    if (value?.type === 'Buffer') return Buffer.from(value.data).toString('base64');
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  });
}
