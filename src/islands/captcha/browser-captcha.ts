import type { Translate } from '#src/ui/texts.tsx';
import type { Effects } from '../client/effects.tsx';
import { confirmSolution, fetchChallenge } from './api.ts';
import { type CaptchaModel, createCaptchaModel } from './model.ts';
import { solveInWorkers } from './solver.ts';

/** A captcha that asks our server and lets this browser work. */
export function createBrowserCaptcha(effects: Effects, t: Translate): CaptchaModel {
  const { client, nowMs } = effects;
  const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);
  return createCaptchaModel({
    ...{ ...effects, t, solve: solveInWorkers },
    fetchChallenge: () => fetchChallenge(fetch, nowMs),
    confirm: (url, payload) => confirmSolution(client, url, payload),
  });
}
