import type { Translate } from '#src/ui/texts.tsx';
import type { Answer, Client, Fields } from '../client/client.ts';
import { type FormFailure, failureOf } from '../client/form-post.ts';
import { textAt } from '../client/json.ts';

export interface SendDeps {
  readonly client: Client;
  /** Gets a token together with the cookie that it is made for; false where there is none for this page. */
  readonly renewShrimp: () => Promise<boolean>;
  readonly t: Translate;
}

export interface Sent {
  /** Null when it was received. */
  readonly failure: FormFailure | null;
  readonly isCaptchaRefused: boolean;
  /** The solved captcha is worth nothing any more, or perhaps not. */
  readonly isCaptchaSpent: boolean;
}

export async function sendFeedback({ client, renewShrimp, t }: SendDeps, fields: Fields): Promise<Sent> {
  const post = () => client.post('/api/v2/feedback', fields);
  const first = await post();
  // A sign-in that has ended leaves no cookie behind, and without one no token is good.
  const answer = errorTypeOf(first) === 'BadShrimp' && (await renewShrimp()) ? await post() : first;
  const isCaptchaRefused = errorTypeOf(answer) === 'BadCaptcha';
  const isCaptchaSpent = isCaptchaRefused || errorTypeOf(answer) === 'StoreUncertain';
  return { failure: failureOf(answer, t), isCaptchaRefused, isCaptchaSpent };
}

function errorTypeOf(answer: Answer): string | null {
  return answer.kind === 'json' ? textAt(answer.body, 'error_type') : null;
}
