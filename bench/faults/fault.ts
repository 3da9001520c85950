import type { TestServer } from '../../tests/support/server.ts';
import type { Cleanup } from '../../tests/support/temp.ts';
import type { Promises } from './promises.ts';
import type { Ask, Tally } from './tally.ts';

/** A server under which something is about to break. */
export interface Scene {
  readonly server: TestServer;
  /** Brings the fault about; resolves once it is there. */
  inject(): Promise<void> | void;
  /** Takes it away again. */
  heal(): Promise<void> | void;
  /** What visitors do; without it some of everything. */
  readonly asks?: readonly Ask[];
  /** Looks at what counts of answers cannot show, after the fault: sentences, those that break a promise first marked. */
  readonly look?: () => Promise<readonly Finding[]>;
}

export interface Finding {
  readonly isKept: boolean;
  readonly text: string;
}

export interface Fault {
  readonly name: string;
  readonly store: 'SQLite' | 'Redis';
  /** What docs/operations.md, docs/security.md or the port of the store say of it. */
  readonly promised: string;
  /** Statuses and ends of connections that may be seen while it lasts; 200 always may. */
  readonly mayAnswer: readonly (number | 'broken')[];
  /** What `/readyz` says in the end, while it lasts; null where that depends. */
  readonly isReady: boolean | null;
  /** Nobody waits longer for an answer while it lasts. */
  readonly longestWaitMs: number;
  /** Why something may be lost, where it may: then it is only counted. */
  readonly mayLose?: string;
  open(t: Cleanup): Promise<Scene>;
}

/** What a fault did. */
export interface Seen {
  readonly before: Tally;
  readonly during: Tally;
  readonly after: Tally;
  readonly lost: number;
  readonly doubled: number;
  readonly lostOnTheWay: number;
  /** From the end of the fault to the first secret that was kept, and to the first 200 of `/readyz`. */
  readonly servesAfterMs: number;
  readonly readyAfterMs: number;
  /** What `/readyz` said while it lasted, each once, in the order in which it came; null where nothing came. */
  readonly readiness: readonly (number | null)[];
  /** Lines of the log while it lasted, by level and event, requests excepted. */
  readonly logLines: ReadonlyMap<string, number>;
  /** Keys and contents that stand in the log. */
  readonly leaks: number;
  readonly hasCrashed: boolean;
  readonly findings: readonly Finding[];
  readonly promises: Promises;
}
