/** What may be done `most` times within a window of time. Windows begin at whole multiples of their length, UTC. */
export interface WindowPlaces {
  /** A day's, or what divides it. */
  readonly lengthMs: number;
  readonly most: number;
  /** Under this name the places of the window that began at `startMs` are counted; it tells nothing of anybody. */
  readonly nameOf: (startMs: number) => string;
}

/** Null with a place, counted for good; else the whole seconds until there are places again. Throws what `take` throws. */
export async function takePlaceIn(
  { lengthMs, most, nameOf }: WindowPlaces,
  take: (name: string, most: number, untilMs: number, nowMs: number) => Promise<boolean>,
  nowMs: number,
): Promise<number | null> {
  const startMs = nowMs - (nowMs % lengthMs);
  const endMs = startMs + lengthMs;
  return (await take(nameOf(startMs), most, endMs, nowMs)) ? null : Math.ceil((endMs - nowMs) / 1000);
}
