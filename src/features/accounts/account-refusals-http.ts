import { BUSY, type Refusal } from '#src/http/refusals.ts';
import { refusalUntil } from '#src/http/waits.ts';
import type { MissingField } from './account-input.ts';
import type { ChangePasswordFailure, DestroyFailure, LocaleFailure } from './own-account.ts';
import type { ResetFailure, ResetRequestFailure } from './resetting.ts';
import type { SignInFailure } from './sign-in.ts';
import type { SignUpFailure } from './sign-up.ts';

export type AccountFailure =
  | MissingField
  | SignUpFailure
  | SignInFailure
  | ResetRequestFailure
  | ResetFailure
  | ChangePasswordFailure
  | DestroyFailure
  | LocaleFailure;

const TOO_MANY_TRIES = { inSeconds: 'too-many-tries', inMinutes: 'too-many-tries-for-long' } as const;

/** What the domain refused, as it looks on the wire. A kind without a row does not compile. */
export function refusalOf(failure: AccountFailure): Refusal {
  switch (failure.kind) {
    case 'missing':
      return { kind: failure.field === 'u' ? 'address-missing' : 'password-missing', field: failure.field };
    case 'invalid-address':
    case 'address-not-allowed':
      return { kind: failure.kind, field: 'u' };
    case 'not-agreed':
      return { kind: 'not-agreed', field: 'agree' };
    case 'password-too-short':
      return { kind: failure.kind, field: failure.field, values: { min: failure.min } };
    case 'password-too-long':
      return { kind: failure.kind, field: failure.field, values: { max: failure.max } };
    case 'password-not-text':
    case 'password-well-known':
    case 'password-is-address':
    case 'wrong-password':
    case 'not-confirmed':
      return { kind: failure.kind, field: failure.field };
    case 'passwords-differ':
      return { kind: 'passwords-differ', field: 'newp2' };
    case 'wrong-credentials':
    case 'wrong-or-not-verified':
      return { kind: failure.kind };
    case 'limited':
      return refusalUntil(failure.retryAfterSeconds, TOO_MANY_TRIES);
    case 'busy':
      return BUSY;
    case 'no-mail':
      return { kind: 'reset-needs-mail' };
    case 'reset-gone':
      return { kind: 'not-found' };
    case 'unknown-locale':
      return { kind: 'unknown-locale', field: 'locale' };
  }
}
