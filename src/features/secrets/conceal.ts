import type { PasswordShape } from '#src/crypto/generate-password.ts';
import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';
import type { SendingOwner } from '#src/features/accounts/customer.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import { countChars, truncateChars } from '#src/values/characters.ts';
import { sealMetadata, sealSecret } from './seal-secret.ts';
import { NO_GUESSES } from './secret.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { MetadataFacts, OwnerCopy, SecretFacts } from './secret-facts.ts';
import type { SealedSecret, SecretRow } from './secret-store.ts';

/** What is to be concealed: a text that somebody has, or a password that is made for them. */
export type Wanted =
  | {
      readonly kind: 'share';
      readonly content: string;
      /** Cut content that is too long off instead of refusing it. */
      readonly truncates: boolean;
    }
  | { readonly kind: 'generate'; readonly password: PasswordShape };

export type ConcealRequest = Wanted & ConcealOptions;

interface ConcealOptions {
  /** Empty means none. */
  readonly passphrase: string;
  readonly ttlSeconds: number;
  readonly shareDomain: string;
  /** Of the asker's plan; code points. */
  readonly maxContentChars: number;
  /** null without an account. */
  readonly owner: SendingOwner | null;
  /** Addresses the link is mailed to. */
  readonly recipients: readonly string[];
  /** Claiming it proves that its reader reads mail at the address that is its content. */
  readonly isVerification: boolean;
}

export interface Concealed {
  readonly secretKey: SecretKey;
  readonly metadataKey: MetadataKey;
  readonly facts: MetadataFacts;
  readonly row: SecretRow;
  /** The content when it was generated, for the one who asked for it; else null. */
  readonly generated: string | null;
}

export type ConcealFailure =
  | { readonly kind: 'nothing-to-share' }
  | { readonly kind: 'not-text'; readonly field: 'secret' | 'passphrase' }
  | { readonly kind: 'too-long'; readonly maxChars: number }
  | { readonly kind: 'recipient-needs-account' }
  | { readonly kind: 'too-many-mails'; readonly retryAfterSeconds: number }
  | { readonly kind: 'busy' };

/** What a mail about the secret says of the site. */
export interface Letterhead {
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
  readonly host: string;
  readonly locale: string;
}

/** The letterhead is asked for only where something is mailed. */
export type Conceal = (
  request: ConcealRequest,
  letterhead: () => Promise<Letterhead>,
) => Promise<Result<Concealed, ConcealFailure>>;

/** Seals a new secret and answers once the store has it durably, and the mails that announce it. */
export function createConceal(deps: SecretDeps): Conceal {
  return async (request, letterhead) => {
    const content = contentOf(deps, request);
    if (!content.ok) return content;
    const secretKey = deps.keys.secretKey();
    const stretched = await stretchNew(deps, secretKey, request.passphrase);
    if (!stretched.ok) return stretched;
    const mailing = await takeMailPlaces(deps, request);
    if (!mailing.ok) return mailing;
    const facts = { ...content.value.facts, secretKey, kind: request.kind, ...optionsOf(deps, request) };
    const metadataKey = deps.keys.metadataKey();
    const secret = sealSecret(deps, {
      ...{ metadataKey, facts, owner: request.owner },
      text: content.value.text,
      stretched: stretched.value,
    });
    await deps.store.put(secret, sealMetadata(deps, metadataKey, facts, secret));
    await afterChange(announce(deps, request, letterhead, { metadataKey, facts, expiresAtMs: secret.expiresAtMs }));
    if (request.owner !== null) await deps.owners.noteCreated(request.owner, request.recipients.length);
    const generated = request.kind === 'generate' ? content.value.text : null;
    return ok({ secretKey, metadataKey, facts, row: freshRow(secret), generated });
  };
}

type Content = { readonly text: string; readonly facts: Pick<SecretFacts, 'isTruncated' | 'originalChars'> };

function contentOf(deps: SecretDeps, request: ConcealRequest): Result<Content, ConcealFailure> {
  const text = request.kind === 'generate' ? deps.generatePassword(request.password) : request.content;
  if (text === '') return fail({ kind: 'nothing-to-share' });
  // Half a surrogate pair has no UTF-8 form: it would come back as something else.
  if (!text.isWellFormed()) return fail({ kind: 'not-text', field: 'secret' });
  if (!request.passphrase.isWellFormed()) return fail({ kind: 'not-text', field: 'passphrase' });
  const originalChars = countChars(text);
  const { maxContentChars } = request;
  const isTooLong = originalChars > maxContentChars;
  // Half a password is not the password that was asked for.
  const mayCut = request.kind === 'share' && request.truncates;
  if (isTooLong && !mayCut) return fail({ kind: 'too-long', maxChars: maxContentChars });
  const kept = isTooLong ? truncateChars(text, maxContentChars) : text;
  return ok({ text: kept, facts: { isTruncated: isTooLong, originalChars } });
}

function optionsOf(deps: SecretDeps, request: ConcealRequest) {
  const { ttlSeconds, shareDomain, isVerification } = request;
  const owner = request.owner?.custid ?? null;
  const recipients = request.recipients.map(deps.obscureAddress);
  return { ttlSeconds, shareDomain, hasPassphrase: request.passphrase !== '', isVerification, owner, recipients };
}

async function stretchNew(deps: SecretDeps, key: SecretKey, passphrase: string) {
  if (passphrase === '') return ok(null);
  return deps.stretcher.stretch(passphrase, deps.seal.passphraseSalt(key), deps.stretcher.currentVersion);
}

/** Each mail takes one of the places that a customer has for a day; what is refused has used up those it got. */
async function takeMailPlaces(
  deps: SecretDeps,
  { owner, recipients }: ConcealRequest,
): Promise<Result<null, ConcealFailure>> {
  for (const _ of recipients) {
    if (owner === null) return fail({ kind: 'recipient-needs-account' });
    const retryAfterSeconds = await deps.takeMailPlace(owner.custid);
    if (retryAfterSeconds !== null) return fail({ kind: 'too-many-mails', retryAfterSeconds });
  }
  return ok(null);
}

/** One mail to each recipient: the link alone, never the content. */
async function announce(
  deps: SecretDeps,
  { recipients, owner }: ConcealRequest,
  letterhead: () => Promise<Letterhead>,
  { metadataKey, facts, expiresAtMs }: OwnerCopy & Pick<SealedSecret, 'expiresAtMs'>,
): Promise<void> {
  if (recipients.length === 0) return;
  const { origin, host, locale } = await letterhead();
  const { secretKey, hasPassphrase } = facts;
  const link = `${origin}/secret/${secretKey}`;
  const ticket = deps.seal.metadataId(metadataKey);
  const [sender, isSenderProven] = [owner?.custid ?? '', owner?.isMailProven ?? false];
  for (const to of recipients) {
    const letter = { kind: 'recipient-link', link, sender, isSenderProven, hasPassphrase, expiresAtMs } as const;
    await deps.mailer.send({ to, locale, host, letter, expiresAtMs, ticket });
  }
}

function freshRow(secret: SealedSecret): SecretRow {
  const untouched = { openedAtMs: null, viewedAtMs: null, endedAtMs: null, burnedBy: null, claimantHash: null };
  return { ...secret, ...NO_GUESSES, ...untouched, isHeld: false, life: 'live' };
}
