import { bare, enveloped, nothing } from '#src/openapi/envelopes.ts';
import type { Described, Operation } from '#src/openapi/operation.ts';
import { feedbackSchema, solutionSchema } from './feedback-input.ts';
import * as shapes from './feedback-schemas.ts';

const of = { tag: 'feedback', base: '/api/v2', who: 'anyone' } as const;

const operations: readonly Operation[] = [
  {
    ...{ ...of, id: 'sendFeedback', method: 'post', path: '/feedback' },
    isShownSignedIn: true,
    input: ['FeedbackRequest'],
    answer: enveloped({ record: nothing, hasMessage: true }),
    refusals: [
      'wrong-input',
      'not-text',
      'no-message',
      'message-too-long',
      'bad-address',
      'bad-captcha',
      'feedback-limit',
    ],
    example: { msg: 'Well done.' },
  },
  {
    ...{ ...of, id: 'captchaChallenge', method: 'get', path: '/altcha/challenge' },
    answer: bare(shapes.challenge, ['Expires', 'X-Altcha-Config']),
  },
  {
    ...{ ...of, id: 'captchaVerify', method: 'post', path: '/altcha/verify' },
    input: ['SolutionRequest'],
    answer: bare(shapes.verdict),
    example: { payload: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=' },
    shows: 'verified',
  },
];

/** Feedback and its captcha in API v2. */
export const feedbackApi: Described = {
  operations,
  inputs: { FeedbackRequest: feedbackSchema, SolutionRequest: solutionSchema },
  outputs: {},
};
