import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../tests/durability/client.ts';
import type { TestServer } from '../../tests/support/server.ts';
import type { Fault, Scene, Seen } from './fault.ts';
import { countLines, leaksIn } from './log-lines.ts';
import { type MixedLoad, startMixedLoad } from './mixed-load.ts';
import { startProbe, statusOf } from './probe.ts';
import { createPromises, settlePromises } from './promises.ts';

/** How long each phase lasts: until this resolves. */
export interface Phases {
  before(load: MixedLoad): Promise<unknown>;
  during(load: MixedLoad): Promise<unknown>;
  after(load: MixedLoad): Promise<unknown>;
}

const LOOK_AGAIN_MS = 20;
/** A server that has not come back by then does not come back. */
const MOST_LOOKS = 3_000;

/** Breaks something under load, mends it, and counts what became of everything. */
export async function runFault(fault: Fault, phases: Phases): Promise<Seen> {
  const cleanups: (() => unknown)[] = [];
  try {
    const scene = await fault.open({ after: (run) => cleanups.unshift(run) });
    return await runScene(scene, phases);
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

async function runScene(scene: Scene, phases: Phases): Promise<Seen> {
  const { server } = scene;
  const promises = createPromises();
  const load = startMixedLoad(server.port, promises, scene.asks);
  const probe = startProbe(server.port);
  await phases.before(load);
  const before = load.turn();
  probe.turn();
  const logBefore = server.output().length;
  await scene.inject();
  await phases.during(load);
  const during = load.turn();
  const readiness = [...probe.turn(), await statusOf(server.port)];
  const logged = server.output().slice(logBefore);
  await scene.heal();
  const healedAtMs = performance.now();
  const hasCrashed = !isRunning(server);
  if (hasCrashed) await server.start();
  const [servesAfterMs, readyAfterMs] = await Promise.all([
    untilSo(() => isSharing(server.port)).then(() => performance.now() - healedAtMs),
    untilSo(async () => (await statusOf(server.port)) === 200).then(() => performance.now() - healedAtMs),
  ]);
  await phases.after(load);
  await load.stop();
  await probe.stop();
  const findings = (await scene.look?.()) ?? [];
  const reckoning = await settle(server.port, load);
  return {
    ...{ before, during, after: load.turn(), ...reckoning, servesAfterMs, readyAfterMs, readiness },
    ...{ logLines: countLines(logged), leaks: leaksIn(server.output(), promises), hasCrashed, findings, promises },
  };
}

async function settle(port: number, { promises }: MixedLoad) {
  const client = createClient(port, 16);
  try {
    return await settlePromises(client, promises);
  } finally {
    client.close();
  }
}

async function isSharing(port: number): Promise<boolean> {
  const client = createClient(port, 1);
  try {
    return await client.share('does it serve again?').then(
      () => true,
      () => false,
    );
  } finally {
    client.close();
  }
}

function isRunning({ pid }: TestServer): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilSo(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    if (await isSo()) return;
    await pause(LOOK_AGAIN_MS);
  }
  throw new Error('the server does not serve again');
}
