import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { Beat } from './watchdog.ts';

const LOOK_EVERY_MS = 5000;
/** More than the deadline of a request, which comes first wherever it can. */
const STUCK_LOOKS = 72;

const { count, bytes } = workerData as Beat;
let [last, looks] = [-1, 0];

setInterval(() => {
  const now = Atomics.load(count, 0);
  looks = now === last ? looks + 1 : 0;
  last = now;
  if (looks < STUCK_LOOKS) return;
  const request = Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
  writeSync(2, `a hang: nothing has moved for minutes since this was asked: ${JSON.stringify(request)}\n`);
  process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
