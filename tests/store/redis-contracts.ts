import { test } from 'node:test';
import type { Store } from '#src/store/store.ts';
import { accountStoreContract } from './account-store.contract.ts';
import { attemptStoreContract } from './attempt-store.contract.ts';
import { raceBilling } from './billing-race.ts';
import { billingStoreContract } from './billing-store.contract.ts';
import { colonelStoreContract } from './colonel-store.contract.ts';
import { domainProofContract } from './domain-proof.contract.ts';
import { domainStoreContract } from './domain-store.contract.ts';
import { feedbackStoreContract } from './feedback-store.contract.ts';
import { outboxStoreContract } from './outbox-store.contract.ts';
import { ownedSecretsContract } from './owned-secrets.contract.ts';
import { placeStoreContract } from './place-store.contract.ts';
import { raceRandomSteps } from './race.ts';
import { rateStoreContract } from './rate-store.contract.ts';
import { redeliveryContract } from './redelivery.contract.ts';
import { secretStoreContract } from './secret-store.contract.ts';
import { sessionStoreContract } from './session-store.contract.ts';
import { siteStoreContract } from './site-store.contract.ts';

/**
 * Everything that a store promises, on two connections to one Redis of any shape. `clear` empties it; one that waits for
 * replicas claims in two steps.
 */
export function redisContracts(
  engine: string,
  stores: readonly [Store, Store],
  { clear, waitsForReplicas = false }: { clear: () => Promise<void>; waitsForReplicas?: boolean },
): void {
  const [store, second] = stores;
  const empty = async () => {
    await clear();
    return stores;
  };
  colonelStoreContract(engine, () => store, 'redis');
  secretStoreContract(engine, () => store.secrets, { canClaimAtOnce: !waitsForReplicas });
  redeliveryContract(engine, () => store.secrets);
  ownedSecretsContract(engine, () => store.secrets);
  accountStoreContract(engine, () => store.accounts);
  attemptStoreContract(engine, () => store.attempts);
  rateStoreContract(engine, () => [store.rates, second.rates]);
  sessionStoreContract(engine, () => store.sessions);
  feedbackStoreContract(engine, () => store.feedback);
  placeStoreContract(engine, () => store.places);
  siteStoreContract(engine, () => store.site);
  outboxStoreContract(engine, async () => (await empty()).map(({ outbox }) => outbox) as never);
  domainStoreContract(engine, async () => (await empty()).map(({ domains }) => domains) as never);
  domainProofContract(engine, async () => (await empty()).map(({ domains }) => domains) as never);
  billingStoreContract(engine, empty);

  test(`${engine}: whatever races, over two connections, one order explains every answer`, async () => {
    await raceRandomSteps([store.secrets, second.secrets], 200);
  });

  test(`${engine}: whatever races about payment, over two connections, one order explains all that is seen`, async () => {
    await raceBilling(await empty(), 50);
  });
}
