import type { z } from 'zod';
import type { RefusalKind } from '#src/http/refusals.ts';
import type { Base, Operation } from './operation.ts';

/** What holds for all operations of a base. */
export interface Face {
  readonly base: Base;
  /** Name of the schema of a refusal, and the schema. */
  readonly error: { readonly name: string; readonly schema: z.ZodType };
  /** Before routing, or whatever the route: an operation need not name them. */
  readonly common: readonly RefusalKind[];
  /** Of everything that changes something. */
  readonly ofPosts: readonly RefusalKind[];
  /** How a refusal looks here: its status, and its `error_type` where one is said. */
  readonly wireOf: (kind: RefusalKind) => { readonly status: number; readonly types: readonly string[] };
  /** Whether a browser's session counts as a caller. */
  readonly hasSessions: boolean;
}

/** The ways in which an operation can refuse, by status: for each the kinds of errors, sorted; none where none is said. */
export function refusalsOf(face: Face, operation: Operation): ReadonlyMap<number, readonly string[]> {
  const { common, ofPosts, wireOf } = face;
  const kinds = [...common, ...(operation.method === 'post' ? ofPosts : []), ...(operation.refusals ?? [])];
  const byStatus = Map.groupBy(kinds.map(wireOf), ({ status }) => status);
  const entries = [...byStatus].toSorted(([one], [other]) => one - other);
  return new Map(
    entries.map(([status, wires]) => [status, [...new Set(wires.flatMap(({ types }) => types))].toSorted()]),
  );
}
