import type { Resources } from '#src/resources.ts';
import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';

/** Where the build writes them. */
export const LICENCES = 'dist/THIRD-PARTY-LICENCES.txt';

/** `hushlink licences`: our own, then those of everything that is in here. */
export async function licences(resources: Resources): Promise<Outcome> {
  const line = resources.text(LICENCES);
  return ok({ line, json: { licences: line }, notes: [] });
}
