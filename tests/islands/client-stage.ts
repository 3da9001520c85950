import { createClient } from '#src/islands/client/client.ts';
import { createShrimpCheck } from '#src/islands/client/shrimp-check.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createNetwork } from './samples.ts';

/** As nobody. */
export const setUp = (...answers: readonly (Response | Error)[]) => setUpFor(null, ...answers);

/** A page of that customer, which gets these answers one after the other. */
export function setUpFor(custid: string | null, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const shrimp = createShrimpStore('first');
  let others = 0;
  const onOtherSignIn = () => {
    others += 1;
  };
  const client = createClient({ fetch: network.fetch, shrimp, custid: () => custid, onOtherSignIn });
  const intervals: { run: () => void; intervalMs: number }[] = [];
  const every = (run: () => void, intervalMs: number) => void intervals.push({ run, intervalMs });
  const sights: (() => void)[] = [];
  const check = createShrimpCheck({ client, shrimp, every, onSight: (run) => void sights.push(run) });
  return { ...network, shrimp, client, intervals, sights, check, others: () => others };
}
