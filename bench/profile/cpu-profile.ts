import type { ModuleOf } from './modules.ts';

/** A `.cpuprofile` as V8 writes it; times in microseconds of the monotonic clock. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface Frame {
  readonly name: string;
  readonly module: string;
}

export interface Window {
  /** Microseconds of the monotonic clock. */
  readonly fromUs: number;
  readonly untilUs: number;
}

/** Microseconds of each kind of stack within the window, by what `nameOf` calls it; null counts for nothing. */
export function timesWithin(
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  { fromUs, untilUs }: Window,
  moduleOf: ModuleOf,
  nameOf: (stack: readonly Frame[]) => string | null,
): ReadonlyMap<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, frameOf(callFrame, moduleOf)]));
  const names = new Map(nodes.map(({ id }) => [id, nameOf(stackOf(id, parents, frames))]));
  const times = new Map<string, number>();
  let atUs = startTime;
  for (const [at, id] of samples.entries()) {
    const tookUs = timeDeltas[at] ?? 0;
    atUs += tookUs;
    const name = names.get(id) ?? null;
    if (name !== null && atUs >= fromUs && atUs < untilUs) times.set(name, (times.get(name) ?? 0) + tookUs);
  }
  return times;
}

function frameOf(
  { functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame'],
  moduleOf: ModuleOf,
): Frame {
  return { name: functionName, module: moduleOf(url, lineNumber) };
}

function stackOf(id: number, parents: ReadonlyMap<number, number>, frames: ReadonlyMap<number, Frame>): Frame[] {
  const stack: Frame[] = [];
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const frame = frames.get(at);
    if (frame !== undefined) stack.push(frame);
  }
  return stack;
}
