import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createOwnerCopies } from '#src/compose/owner-copies.ts';
import { type ClaimantToken, createClaimantMaker, hashClaimant } from '#src/crypto/claimant.ts';
import { createPasswordGenerator } from '#src/crypto/generate-password.ts';
import { createKeyMaker, type SecretKey } from '#src/crypto/ids.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { createPassphraseStretcher } from '#src/crypto/passphrase.ts';
import { createQueue } from '#src/crypto/queue.ts';
import type { CustId, SendingOwner } from '#src/features/accounts/customer.ts';
import type { Concealed, ConcealFailure, ConcealRequest, Letterhead } from '#src/features/secrets/conceal.ts';
import type { Opener } from '#src/features/secrets/recipient.ts';
import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import type { SecretDeps } from '#src/features/secrets/secret-deps.ts';
import { createSecretService, type SecretService } from '#src/features/secrets/secret-service.ts';
import type { MailStatus, OutgoingMail } from '#src/mail/mail-port.ts';
import type { Result } from '#src/result.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createClock, type TestClock } from '../../support/clock.ts';
import { type Cleanup, temporaryFolder } from '../../support/temp.ts';

export const OWNER: SendingOwner = { custid: 'a@example.com' as CustId, createdAtMs: 1, isMailProven: true };

/** Another one with each call. */
export const newClaimant = createClaimantMaker(randomBytes);

export const LETTERHEAD: Letterhead = { origin: 'https://hush.example', host: 'hush.example', locale: 'en' };

const POLICY: GuessPolicy = { tries: 3, firstDelayMs: 2000, maxDelayMs: 3000, maxLockMs: 60_000 };

/** What is another way than in a plain request: a text that is shared, unless a password is asked for. */
export type Changes = Partial<ConcealRequest & { kind: 'share' }> | ({ kind: 'generate' } & Partial<ConcealRequest>);

export interface ServiceStage {
  readonly service: SecretService;
  readonly deps: SecretDeps;
  readonly clock: TestClock;
  /** Mails that were handed over. */
  readonly sent: readonly OutgoingMail[];
  /** What accounts were told, in this order: `created a@example.com 1`. */
  readonly noted: readonly string[];
  /** With these changes to a plain request. */
  tryToConceal(changes?: Changes, letterhead?: () => Promise<Letterhead>): Promise<Result<Concealed, ConcealFailure>>;
  /** The same, where nothing is in the way. */
  conceal(changes?: Changes): Promise<Concealed>;
  /** Without a claimant by nobody who could have it again. */
  reveal(
    key: SecretKey,
    passphrase?: string,
    claimant?: ClaimantToken,
  ): ReturnType<SecretService['recipient']['reveal']>;
}

export interface StageOptions {
  /** How many mails the owner may still send. */
  readonly mailPlaces?: number;
  readonly senderCopySeconds?: number;
  readonly redeliverySeconds?: number;
  /** What the mail room answers about any ticket. */
  readonly mails?: readonly MailStatus[];
}

/** Somebody who waits for the answer, under that token or without one. */
export function openerWith(claimant: ClaimantToken | null): Opener {
  return { claimant, isThere: () => true };
}

/** The service of secrets over a real store, on a clock of its own, without faces: accounts and mail are lists. */
export function createServiceStage(t: Cleanup, options: StageOptions = {}): ServiceStage {
  const clock = createClock();
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const path = join(temporaryFolder(t), 'hushlink.db');
  const store = openSqliteStore({ path, policy: POLICY, now: clock.now, onSweepError });
  t.after(() => store.close());
  const seal = createKeyRing({ siteSecret: randomBytes(32), randomBytes });
  const [sent, noted]: [OutgoingMail[], string[]] = [[], []];
  let mailPlaces = options.mailPlaces ?? 10;
  const copies = createOwnerCopies({ sealer: seal.siteSealer('owner-copy'), now: clock.now });
  const deps: SecretDeps = {
    ...{ seal, now: clock.now, store: store.secrets, guessPolicy: POLICY },
    stretcher: createPassphraseStretcher({
      queue: createQueue({ concurrent: 1, waiting: 1 }),
      versions: { 1: { memoryKib: 64, passes: 1, parallelism: 1 } },
    }),
    keys: createKeyMaker(randomBytes),
    generatePassword: createPasswordGenerator(randomBytes),
    hashClaimant,
    limits: {
      senderCopySeconds: options.senderCopySeconds ?? 300,
      redeliverySeconds: options.redeliverySeconds ?? 60,
    },
    owners: {
      tagOf: ({ custid, createdAtMs }) => `${custid} ${createdAtMs}`,
      sealCopy: copies.seal,
      openCopy: copies.open,
      noteCreated: async ({ custid }, mails) => void noted.push(`created ${custid} ${mails}`),
      noteReceived: async (owner) => void noted.push(`received ${owner}`),
      takeVerification: async (content) => `taken ${content}`,
    },
    domainTagOf: (shareDomain) => (shareDomain === 'links.example' ? 'domain-tag' : null),
    takeMailPlace: async () => {
      mailPlaces -= 1;
      return mailPlaces >= 0 ? null : 60;
    },
    mailer: { send: async (mail) => void sent.push(mail), statusOf: async () => options.mails ?? [] },
    obscureAddress: (address) => address.replace(/.*@/, '*@'),
  };
  const service = createSecretService(deps);
  const tryToConceal: ServiceStage['tryToConceal'] = (changes, letterhead = async () => LETTERHEAD) =>
    service.conceal(requestWith(changes), letterhead);
  return {
    ...{ service, deps, clock, sent, noted, tryToConceal },
    conceal: async (changes) => {
      const concealed = await tryToConceal(changes);
      assert.ok(concealed.ok);
      return concealed.value;
    },
    reveal: (key, passphrase = '', claimant) => service.recipient.reveal(key, passphrase, openerWith(claimant ?? null)),
  };
}

function requestWith(changes: Changes = {}): ConcealRequest {
  const plain = {
    ...{ passphrase: '', ttlSeconds: 3600, shareDomain: 'hush.example' },
    ...{ maxContentChars: 100, owner: null, recipients: [], isVerification: false },
  };
  if (changes.kind !== 'generate') return { ...plain, kind: 'share', content: 'content', truncates: false, ...changes };
  return { ...plain, password: { length: 12, characterSets: ['digits'] }, ...changes };
}
