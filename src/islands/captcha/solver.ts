import { solveChallengeWorkers } from 'altcha-lib/v1';
import { type Challenge, MAX_NUMBER } from './challenge.ts';

/** Address of the worker's own script: the build puts it here. */
declare const CAPTCHA_WORKER_URL: string;

const MOST_WORKERS = 16;

/**
 * Tries the numbers in as many workers as the device has cores, 16 at most, so that the page stays
 * alive meanwhile. Rejects when a worker does not run; null when there is no solution or when the
 * signal ends it.
 */
export async function solveInWorkers(challenge: Challenge, signal: AbortSignal): Promise<number | null> {
  const { challenge: sought, salt, algorithm, maxnumber = MAX_NUMBER } = challenge;
  if (!globalThis.isSecureContext) throw new Error('browsers hash only on https or localhost');
  const workers: Worker[] = [];
  try {
    // Not by `Promise.withResolvers`, which is younger than the browsers that the build is for.
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(null), { once: true });
      const makeWorker = () => {
        const worker = new Worker(CAPTCHA_WORKER_URL);
        worker.addEventListener('error', (event) => reject(new Error(`a worker failed: ${event.message}`)));
        workers.push(worker);
        return worker;
      };
      const solved = solveChallengeWorkers(makeWorker, workerCount(), sought, salt, algorithm, maxnumber);
      solved.then((solution) => resolve(solution?.number ?? null), reject);
    });
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

export function workerCount(cores: number = navigator.hardwareConcurrency): number {
  return Math.min(MOST_WORKERS, Math.max(1, cores || 1));
}
