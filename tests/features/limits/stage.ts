import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';

type Env = NonNullable<TestAppOptions['env']>;

export const ON = { HUSHLINK_LIMITS_ENABLED: 'true' };

/** A site that limits by these numbers alone. */
export function limitedSite(t: Parameters<typeof createTestApp>[0], env: Env, options: TestAppOptions = {}): TestApp {
  return createTestApp(t, { ...options, hasLightPassphrases: true, env: { ...ON, ...env } });
}

/** The statuses of that many calls, one after the other. */
export async function statusesOf(
  calls: number,
  call: () => PromiseLike<{ readonly status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < calls; at += 1) statuses.push((await call()).status);
  return statuses;
}
