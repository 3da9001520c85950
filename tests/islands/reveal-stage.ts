import { setImmediate as immediate } from 'node:timers/promises';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { claimSecret, lookAtTries, markSeen } from '#src/islands/reveal/api.ts';
import { createRevealModel, type RevealStart } from '#src/islands/reveal/model.ts';
import { createNetwork, createTimers, json, t } from './samples.ts';

export const claimant = 'AAAAAAAAAAAAAAAAAAAAAA';
const sealed: RevealStart = {
  revealed: null,
  failure: null,
  triesLeft: null,
  retryAfterSeconds: 0,
  redeliverySeconds: 60,
};

/** The model of a recipient's page before a network that gives these answers. */
export function setUp(start: Partial<RevealStart>, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const [timers, patience] = [createTimers(), createTimers()];
  const client = createClient({
    fetch: network.fetch,
    shrimp: createShrimpStore('token'),
    schedule: patience.schedule,
  });
  const clock = { nowMs: 0 };
  const model = createRevealModel(
    { ...sealed, ...start },
    {
      claim: (...asked) => claimSecret(client, { secretKey: 'key1', claimant }, ...asked),
      look: () => lookAtTries(client, 'key1'),
      markSeen: () => markSeen(client, 'key1'),
      ...{ t, later: (...timer) => timers.later(...timer), nowMs: () => clock.nowMs },
    },
  );
  return { ...network, model, timers, patience, clock };
}

export const value = '\r\nuser: branch\n\ttab 😀 ';
export const shown = (record = {}) =>
  json({ success: true, record: { secret_value: value, ...record }, details: { display_lines: 5 } });

type Timers = ReturnType<typeof createTimers>;

/** Lets every pause go by as soon as it begins; gives how long each was. */
export async function settled(asked: Promise<void>, timers: Timers): Promise<readonly number[]> {
  const pausesMs: number[] = [];
  let isOver = false;
  void asked.then(() => {
    isOver = true;
  });
  while (!isOver) {
    pausesMs.push(...timers.waiting.map(({ delayMs }) => delayMs));
    timers.fire();
    await immediate();
  }
  return pausesMs;
}
