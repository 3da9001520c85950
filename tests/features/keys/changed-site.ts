import { randomBytes } from 'node:crypto';
import type { Express } from 'express';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { settleKeys } from '#src/features/keys/settling.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import type { Cleanup } from '../../support/temp.ts';

export interface ChangedSite extends TestApp {
  /** From now on the site runs with a new secret; the ones before still open. */
  changeSecret(): Promise<void>;
  /** From now on it knows the newest one alone. */
  dropPrevious(): Promise<void>;
}

/** A site whose secret can be changed under its visitors: `app` is always the one that runs. */
export async function openChangedSite(t: Cleanup, options: TestAppOptions = {}): Promise<ChangedSite> {
  let secrets = [randomBytes(32)];
  const first = createTestApp(t, { ...options, seal: ringOf(secrets) });
  const running = { site: first };
  const again = async () => {
    const seal = await settleKeys(first.store.keys, ringOf(secrets), first.clock.now());
    if (!seal.ok) throw new Error(JSON.stringify(seal.failure));
    const { store, clock } = first;
    running.site = createTestApp(t, { ...options, store, clock, seal: seal.value });
  };
  await again();
  const parts = ['composed', 'seal', 'mail', 'config', 'internal'] as const;
  const app = ((request, response) => running.site.app(request, response)) as Express;
  const site = { ...first, app };
  for (const part of parts) Object.defineProperty(site, part, { get: () => running.site[part] });
  return Object.assign(site, {
    changeSecret: async () => {
      secrets = [randomBytes(32), ...secrets];
      await again();
    },
    dropPrevious: async () => {
      secrets = secrets.slice(0, 1);
      await again();
    },
  });
}

function ringOf([siteSecret = Buffer.alloc(0), ...previousSecrets]: readonly Buffer[]) {
  return createKeyRing({ siteSecret, previousSecrets, randomBytes });
}
