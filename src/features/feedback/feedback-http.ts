import type { Request, RequestHandler } from 'express';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import type { Refusal } from '#src/http/refusals.ts';
import type { Refuse } from '#src/http/routes.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { Captcha } from './captcha.ts';
import type { InputFailure } from './feedback-input.ts';
import type { FeedbackService, SendFailure } from './feedback-service.ts';

/** What both faces of the feature, JSON and HTML, are made of. */
export interface FeedbackFaceDeps {
  readonly service: FeedbackService;
  readonly captcha: Captcha;
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly askers: Pick<Askers, 'of'>;
  readonly address: SiteAddress;
  /** What limits count by: the network a request comes from. */
  readonly networkOf: (request: Request) => string;
  /** Without it the paths of feedback are not found; those of the captcha go by `hasCaptcha`. */
  readonly isEnabled: boolean;
  readonly hasRedButton: boolean;
  /** Whether some form asks for the captcha: feedback, or the one for support. */
  readonly hasCaptcha: boolean;
}

/** Signed-in customers need no captcha: null for anybody else. */
export function customerOf({ askers }: FeedbackFaceDeps, request: Request) {
  const asker = askers.of(request);
  return asker.kind === 'customer' ? ({ kind: 'customer', custid: asker.customer.custid } as const) : null;
}

export function whileOn(isOn: boolean, refuse: Refuse, handler: RequestHandler): RequestHandler {
  if (isOn) return handler;
  return (request, response) => refuse(request, response, { kind: 'not-found' });
}

/** What the domain refused, as it looks on the wire. A kind without a row does not compile. */
export function refusalOf(failure: SendFailure | InputFailure): Refusal {
  switch (failure.kind) {
    case 'bad-captcha':
      return { kind: 'bad-captcha', field: 'authenticity_payload' };
    case 'too-many':
      return {
        kind: 'feedback-limit',
        values: { count: failure.perDay },
        retryAfter: failure.retryAfterSeconds,
      };
    case 'no-message':
      return { kind: 'no-message', field: 'msg' };
    case 'message-too-long':
      return { kind: 'message-too-long', field: 'msg', values: { max: failure.max } };
    case 'bad-address':
      return { kind: 'bad-address', field: 'email' };
    case 'not-text':
      return { kind: 'not-text', field: failure.field };
    case 'wrong-input':
      return { kind: 'wrong-input', field: failure.field, values: { field: failure.field } };
  }
}
