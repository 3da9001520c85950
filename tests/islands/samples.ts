import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { openResources } from '#src/resources.ts';

export const t = createTexts(openPacks(openResources())).translator('en');

/** A request as the server would get it. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  /** Of a name that comes twice both values, in two lines. */
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** As it was sent: with its files, where there are any. */
  readonly body: unknown;
}

/** A network that gives the prepared answers in order and keeps what was sent. */
export function createNetwork(...answers: readonly (Response | Error)[]): { fetch: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  const queue = [...answers];
  return {
    sent,
    async fetch(input, init) {
      const { method = 'GET', body, headers } = init ?? {};
      const form = new URLSearchParams(body instanceof FormData ? '' : String(body ?? ''));
      const fields = Object.fromEntries(Array.from(form.keys(), (name) => [name, form.getAll(name).join('\n')]));
      sent.push({ method, url: String(input), fields, headers: new Headers(headers), body });
      const answer = queue.shift() ?? new Error('no answer was prepared');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** Timers that fire when they are told to. */
export function createTimers() {
  const waiting: { run: () => void; delayMs: number }[] = [];
  const begunMs: number[] = [];
  return {
    waiting,
    /** How long each was to wait, also of those that are called off. */
    begunMs,
    later: (run: () => void, delayMs: number) => void waiting.push({ run, delayMs }),
    schedule(run: () => void, delayMs: number) {
      const timer = { run, delayMs };
      begunMs.push(delayMs);
      waiting.push(timer);
      return () => {
        if (waiting.includes(timer)) waiting.splice(waiting.indexOf(timer), 1);
      };
    },
    /** Runs what is waiting now, not what it starts. */
    fire() {
      for (const { run } of waiting.splice(0)) run();
    },
  };
}

/** A captcha that is sound, and easy. */
export const challenge = {
  ...{ algorithm: 'SHA-256', challenge: 'c'.repeat(64), salt: 'a1b2c3d4e5?expires=1&', signature: 's'.repeat(64) },
  maxnumber: 1000,
};
