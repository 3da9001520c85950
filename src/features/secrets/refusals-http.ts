import { BUSY, type Refusal } from '#src/http/refusals.ts';
import { refusalUntil } from '#src/http/waits.ts';
import type { AttemptFailure } from './attempt.ts';
import type { ConcealFailure } from './conceal.ts';
import type { Life } from './secret.ts';
import type { InputFailure } from './secret-input.ts';
import type { SenderBurnFailure } from './sender.ts';

const LOCKED = { inSeconds: 'locked', inMinutes: 'locked-for-long' } as const;

/** What the domain refused, as it looks on the wire. A kind without a row does not compile. */
export function refusalOf(failure: ConcealFailure | AttemptFailure | SenderBurnFailure | InputFailure): Refusal {
  switch (failure.kind) {
    case 'gone':
      return { kind: 'gone' };
    case 'already-over':
      return { kind: failure.life === 'received' ? 'already-received' : endedKind(failure.life) };
    case 'wrong-passphrase':
      return {
        ...{ kind: 'wrong-passphrase', field: 'passphrase', triesLeft: failure.triesLeft },
        ...(failure.retryAfterSeconds > 0 && { retryAfter: failure.retryAfterSeconds }),
      };
    case 'too-early':
      return {
        kind: 'too-early',
        values: { count: failure.retryAfterSeconds },
        retryAfter: failure.retryAfterSeconds,
      };
    case 'locked':
      return { ...refusalUntil(failure.retryAfterSeconds, LOCKED), triesLeft: 0 };
    case 'busy':
      return BUSY;
    case 'nothing-to-share':
      return { kind: 'nothing-to-share', field: 'secret' };
    case 'not-text':
      // The text of `not-text` speaks of the content.
      return failure.field === 'secret' ? { kind: 'not-text', field: 'secret' } : wrongInput(failure.field);
    case 'too-long':
      return { kind: 'too-long', field: 'secret', values: { max: failure.maxChars } };
    case 'wrong-input':
      return wrongInput(failure.field);
    case 'unknown-kind':
      return { kind: 'unknown-kind', field: 'kind' };
    case 'unknown-character-set':
      return { kind: 'unknown-character-set', field: 'character_sets' };
    case 'length-out-of-range':
      return { kind: 'length-out-of-range', field: 'length', values: { min: failure.min, max: failure.max } };
    case 'passphrase-too-long':
      return { kind: 'passphrase-too-long', field: 'passphrase', values: { max: failure.max } };
    case 'ttl-out-of-range':
      return { kind: 'ttl-out-of-range', field: 'ttl', values: { min: failure.min, max: failure.max } };
    case 'generate-with-content':
      return { kind: 'generate-with-content', field: 'secret' };
    case 'recipient-needs-account':
      return { kind: 'recipient-needs-account', field: 'recipient' };
    case 'too-many-mails':
      return { kind: 'too-many-mails', field: 'recipient', retryAfter: failure.retryAfterSeconds };
    case 'no-mail':
      return { kind: 'no-mail', field: 'recipient' };
    case 'plan-without-email':
      return { kind: 'plan-without-email', field: 'recipient' };
    case 'wrong-recipient':
      return { kind: 'wrong-recipient', field: 'recipient' };
    case 'too-many-recipients':
      return { kind: 'too-many-recipients', field: 'recipient', values: { max: failure.max } };
    case 'passphrase-needed':
      return { kind: 'passphrase-needed', field: 'passphrase' };
    case 'passphrase-too-short':
      return { kind: 'passphrase-too-short', field: 'passphrase', values: { min: failure.min } };
    case 'unknown-share-domain':
      return { kind: 'unknown-share-domain', field: 'share_domain' };
  }
}

function wrongInput(field: string): Refusal {
  return { kind: 'wrong-input', field, values: { field } };
}

function endedKind(life: Life): 'already-burned' | 'already-expired' {
  return life === 'burned' ? 'already-burned' : 'already-expired';
}
