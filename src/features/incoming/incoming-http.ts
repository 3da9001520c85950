import { BUSY, type Refusal } from '#src/http/refusals.ts';
import type { InputFailure } from './incoming-input.ts';
import type { IncomingFailure } from './incoming-service.ts';

/** What the domain refused, as it looks on the wire. A kind without a row does not compile. */
export function refusalOf(failure: InputFailure | IncomingFailure): Refusal {
  switch (failure.kind) {
    case 'wrong-input':
      return { kind: 'wrong-input', field: failure.field, values: { field: failure.field } };
    case 'nothing-to-share':
      return { kind: 'nothing-to-share', field: 'secret' };
    case 'not-text':
      return { kind: 'not-text', field: 'secret' };
    case 'too-long':
      return { kind: 'too-long', field: 'secret', values: { max: failure.maxChars } };
    case 'no-ticket-number':
      return { kind: 'no-ticket-number', field: 'ticketno' };
    case 'ticket-number-too-long':
      return { kind: 'ticket-number-too-long', field: 'ticketno', values: { max: failure.maxChars } };
    case 'ticket-number-not-plain':
      return { kind: 'ticket-number-not-plain', field: 'ticketno' };
    case 'bad-captcha':
      return { kind: 'bad-captcha', field: 'authenticity_payload' };
    case 'too-many':
      return {
        kind: 'incoming-limit',
        values: { count: Math.ceil(failure.retryAfterSeconds / 60) },
        retryAfter: failure.retryAfterSeconds,
      };
    case 'too-many-unchecked':
      return { kind: 'feedback-limit', values: { count: failure.perDay }, retryAfter: failure.retryAfterSeconds };
    case 'busy':
      return BUSY;
  }
}

/** A store that is away, in the words of somebody who sends details; any other refusal as it is. */
export function inOwnWords(refusal: Refusal): Refusal {
  if (refusal.kind === 'store-away') return { ...refusal, kind: 'details-not-sent' };
  return refusal.kind === 'store-uncertain' ? { ...refusal, kind: 'details-uncertain' } : refusal;
}
