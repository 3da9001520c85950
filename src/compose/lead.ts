import type { ComposeDeps } from '#src/compose.ts';
import type { LeadDeps } from '#src/led-work.ts';
import { createTimers } from '#src/timers.ts';
import { fractionsOf } from './chance.ts';

/** What the site has for all work under a lead; tests have timers of their own. */
export type LeadParts = Pick<ComposeDeps, 'log' | 'now' | 'randomBytes'> & Partial<Pick<LeadDeps, 'timers'>>;

const HOLDER_BYTES = 12;

/** For one kind of work of this process: the holder is named anew each time. */
export function composeLead({ log, now, randomBytes, timers = createTimers() }: LeadParts) {
  const holder = Buffer.from(randomBytes(HOLDER_BYTES)).toString('base64url');
  return { log, now, timers, random: fractionsOf(randomBytes), holder };
}
