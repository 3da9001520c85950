import { type Finding, failure, fine, warning } from './finding.ts';
import { SAID } from './texts.ts';

/** How far the clock of somebody else is ahead of ours. */
export interface ClockReading {
  readonly place: string;
  readonly aheadMs: number;
  /** It tells whole seconds only. */
  readonly isCoarse: boolean;
}

const TOLERATED_MS = 2_000;
const TOO_FAR_MS = 60_000;
const COARSE_MS = 2_000;

/** Lifetimes are judged by the clock of whichever server is asked. */
export function judgeClocks(readings: readonly ClockReading[]): readonly Finding[] {
  if (readings.length === 0) return [fine('clock', SAID.clockAlone)];
  const off = readings.filter(({ aheadMs, isCoarse }) => Math.abs(aheadMs) > TOLERATED_MS + (isCoarse ? COARSE_MS : 0));
  const places = [...new Set(readings.map(({ place }) => place))].join(', ');
  if (off.length === 0) return [fine('clock', SAID.clock(places))];
  return off.map(({ place, aheadMs }) => {
    const judge = Math.abs(aheadMs) > TOO_FAR_MS ? failure : warning;
    return judge('clock', SAID.clockOff(place, Math.round(aheadMs / 1000)));
  });
}
