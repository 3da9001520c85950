import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { type Answer, jsonOf } from '../durability/client.ts';
import type { Cleanup } from '../support/temp.ts';
import { openForm, type Site } from './stores.ts';

export interface Attack {
  readonly answers: readonly Answer[];
  /** Guesses that were tried: argon2 ran, and the guesser got to know something. */
  readonly evaluated: number;
}

export type Guess = (at: number) => Promise<Answer>;

type HeadersOf = (at: number) => Record<string, string>;

/** Addresses that guess at once. */
export const BOTNET = 100;
export const trusting = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.1' };

export const forwarded = (from: string) => ({ 'X-Forwarded-For': from });
/** A hundred networks, each with an address. */
export const botnet = (at: number) => `198.18.${at % BOTNET}.7`;

/** Where guesses come from, or say that they do. */
export const DISGUISES: Readonly<Record<string, HeadersOf>> = {
  'one address': () => ({}),
  'a hundred addresses': (at) => forwarded(botnet(at)),
  'a hundred networks of IPv6': (at) => forwarded(`2001:db8:${at.toString(16)}::1`),
  'forged headers': (at) => ({
    Forwarded: `for=${botnet(at)}`,
    'X-Real-IP': botnet(at),
    'CF-Connecting-IP': botnet(at),
  }),
};

export interface Attacker {
  /** All guesses at once. Each is tried and wrong (422), or was not looked at (429, or 503 for lack of room). */
  burst(guess: Guess, count?: number): Promise<Attack>;
  /** Bursts for that long, each as soon as anybody may try again; gives the guesses that were tried. */
  besiege(site: Site, guess: Guess, lengthMs: number, count?: number): Promise<number>;
  /** How often argon2 has run so far: it does every time somebody's guess is really tried. */
  stretched(): number;
}

/** Counts in the whole process, so there may be one at a time. */
export function createAttacker(t: Cleanup): Attacker {
  let stretched = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') stretched += 1;
    },
  }).enable();
  t.after(() => hook.disable());
  const burst: Attacker['burst'] = async (guess, count = BOTNET) => {
    const before = stretched;
    const answers = await Promise.all(Array.from({ length: count }, (_, at) => guess(at)));
    for (const { status, headers } of answers) {
      assert.ok([422, 429, 503].includes(status), `${status}`);
      if (status !== 422) assert.match(String(headers['retry-after']), /^(?!0)\d+$/);
    }
    const evaluated = answers.filter(({ status }) => status === 422).length;
    assert.ok(stretched - before >= evaluated, 'nothing is answered without having been tried');
    return { answers, evaluated };
  };
  const besiege: Attacker['besiege'] = async (site, guess, lengthMs, count = 20) => {
    const endMs = site.clock.now() + lengthMs;
    let evaluated = 0;
    while (site.clock.now() < endMs) {
      const attack = await burst(guess, count);
      evaluated += attack.evaluated;
      site.clock.advance(waitAfter(attack) * 1000);
    }
    return evaluated;
  };
  return { burst, besiege, stretched: () => stretched };
}

/** Seconds until somebody may try again. */
function waitAfter({ answers }: Attack): number {
  const waits = answers.map(({ headers }) => Number(headers['retry-after'] ?? 0)).filter((wait) => wait > 0);
  return Math.max(1, Math.min(...waits));
}

export const PASSPHRASE = 'open sesame';

/** A secret with a passphrase, and guesses through all of its doors in turn. */
export async function openGuarded({ client }: Site, headersOf: HeadersOf) {
  const { secretKey, metadataKey } = await client.share('guarded', { passphrase: PASSPHRASE });
  const form = await openForm(client, `/secret/${secretKey}`);
  const doors = [
    `/api/v2/secret/${secretKey}`,
    `/secret/${secretKey}`,
    `/api/v2/secret/${secretKey}/burn`,
    `/secret/${secretKey}/burn`,
    `/api/v2/private/${metadataKey}/burn`,
    `/private/${metadataKey}/burn`,
  ];
  const guess: Guess = (at) => {
    const fields = { continue: 'true', passphrase: `guess number ${at}` };
    return form.post(doors[at % doors.length] as string, fields, headersOf(at));
  };
  /** Whether not even the right one is looked at. */
  const isLocked = async () => {
    const answer = await client.reveal(secretKey, { passphrase: PASSPHRASE });
    return answer.status === 429 && jsonOf(answer).error_type === 'Locked';
  };
  return { guess, isLocked };
}

/** Longer than any wait between two tries before the lock, and shorter than the lock. */
const LOCK_SECONDS = 1800;

export interface Siege {
  readonly asked: number;
  /** Guesses that somebody was told about; hashing that nobody was told about is in none of them. */
  readonly evaluated: number;
  readonly isLocked: boolean;
}

/** A hundred guesses at once, again as soon as one may be tried, until the lock; and once more then. */
export async function siegeUntilLock(site: Site, { burst }: Attacker, headersOf: HeadersOf): Promise<Siege> {
  const { guess, isLocked } = await openGuarded(site, headersOf);
  let [asked, evaluated] = [0, 0];
  for (let wait = 0; wait < LOCK_SECONDS; ) {
    site.clock.advance(wait * 1000);
    const attack = await burst(guess);
    asked += attack.answers.length;
    evaluated += attack.evaluated;
    wait = waitAfter(attack);
  }
  const locked = await burst(guess);
  return { asked: asked + BOTNET, evaluated: evaluated + locked.evaluated, isLocked: await isLocked() };
}
