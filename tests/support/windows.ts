import { setTimeout as pause } from 'node:timers/promises';

/** What is tried within a window of the real clock takes less. */
const LEFT_MS = 60_000;

/**
 * Limits count in windows that begin with each whole hour or day UTC: where little is left of this one, waits for the
 * next, so that what comes now is counted together.
 */
export async function awaitRoomIn(windowMs: number): Promise<void> {
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < LEFT_MS) await pause(leftMs);
}
