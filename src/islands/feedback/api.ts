import type { Translate } from '#src/ui/texts.tsx';
import type { Client, Fields } from '../client/client.ts';
import { type FormFailure, failureOf } from '../client/form-post.ts';
import { textAt } from '../client/json.ts';

export interface Sent {
  /** Null when it was received. */
  readonly failure: FormFailure | null;
  /** The solved captcha is worth nothing any more. */
  readonly isCaptchaRefused: boolean;
}

export async function sendFeedback(client: Client, fields: Fields, t: Translate): Promise<Sent> {
  const answer = await client.post('/api/v2/feedback', fields);
  const isCaptchaRefused = answer.kind === 'json' && textAt(answer.body, 'error_type') === 'BadCaptcha';
  return { failure: failureOf(answer, t), isCaptchaRefused };
}
