import { measure } from '../load/closed-loop.ts';
import type { Measured } from '../load/measured.ts';
import { makeSecrets, revealing, type Task } from '../load/tasks.ts';
import type { Site } from '../site/site.ts';

/** How a round is run. */
export interface Shape {
  readonly connections: number;
  readonly durationMs: number;
}

/** What can be measured. */
export type Subject = (shape: Shape) => Promise<Measured>;

/** What a row alternates with. */
export interface Reference {
  readonly name: string;
  readonly subject: Subject;
}

/** What the project holds itself to. */
export interface Goal {
  /** Name of one of the row's references. */
  readonly beside: string;
  /** Least share of that reference. */
  readonly barPercent: number;
  /** What we would like it to be. */
  readonly aimPercent?: number;
  /** Most that 99 of 100 tasks take. */
  readonly p99BarMs?: number;
}

/** In which table it stands: what the service is for, or what else is asked of it. */
export type Part = 'secrets' | 'others';

export interface Row {
  readonly name: string;
  readonly part: Part;
  readonly subject: Subject;
  readonly references: readonly Reference[];
  /** null where nothing is promised. */
  readonly goal: Goal | null;
}

export function subjectOf(site: Site, task: Task): Subject {
  return (shape) => measure({ ...siteLoad(site), ...shape, task });
}

/** As many as the last round needed, and half as many again. */
const SPARE = 1.5;
const FIRST_GUESS_PER_SECOND = 3000;

/** Reveals what is made before the time begins; a round that runs out of it ends sooner. */
export function revealSubject(site: Site): Subject {
  const lastPerSecond = new Map<number, number>();
  return async (shape) => {
    const perSecond = lastPerSecond.get(shape.connections) ?? FIRST_GUESS_PER_SECOND;
    const keys = await makeSecrets(site.port, Math.ceil((perSecond * SPARE * shape.durationMs) / 1000));
    const measured = await measure({ ...siteLoad(site), ...shape, task: revealing(keys) });
    lastPerSecond.set(shape.connections, measured.perSecond);
    return measured;
  };
}

function siteLoad({ port, pid, storePid }: Site): Pick<Site, 'port' | 'pid' | 'storePid'> {
  return { port, pid, storePid };
}
