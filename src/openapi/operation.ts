import type { z } from 'zod';
import type { RefusalKind } from '#src/http/refusals.ts';

/** The parts of the API, in the order in which they are read. */
export const TAGS = [
  'sharing',
  'receiving',
  'sender',
  'account',
  'domains',
  'site',
  'feedback',
  'colonel',
  'v1',
] as const;

export type Tag = (typeof TAGS)[number];

/** Where a face of the API is mounted. */
export type Base = '/api/v1' | '/api/v2' | '/api';

/** A header of a request that means something. */
export type HeaderRead = 'Idempotency-Key' | 'O-Shrimp';

/** What may stand in braces in a path. */
export type PathPart = 'key' | 'domain';

/** What is said about one method of one path: pure data, kept beside the handler it is about. */
export interface Operation {
  /** Unique, never changed: programs are generated from it, and texts are found by it. */
  readonly id: string;
  readonly tag: Tag;
  readonly base: Base;
  readonly method: 'get' | 'post';
  /** Below the base: '/secret/{key}'. */
  readonly path: string;
  /** Paths from before that do the same. */
  readonly aliases?: readonly string[];
  readonly who: 'anyone' | 'customer' | 'colonel';
  /** Names of the schemas of which the body has one; none where a body is not looked at. */
  readonly input?: readonly string[];
  /** Name of the field in which a file comes, as multipart. */
  readonly file?: string;
  /** Headers that are read, besides those by which somebody says who is calling. */
  readonly reads?: readonly HeaderRead[];
  readonly answer: Answer;
  /** The ways in which this one refuses, besides those that every operation of its base has. */
  readonly refusals?: readonly RefusalKind[];
  /** What examples send, as JSON. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Anybody may call, but examples call as a customer: what it is for. */
  readonly isShownSignedIn?: true;
  /** Which part of the answer examples show: 'record.metadata.share_url'. */
  readonly shows?: string;
  /** The same on a command line, if the command line does it; lines of a shell. */
  readonly command?: readonly string[];
}

export interface Answer {
  readonly status: 200 | 204;
  /** null: nothing comes back but the status. */
  readonly schema: z.ZodType | null;
  /** Whether it is kept with an ETag: then 304 says that what is kept is still good. */
  readonly isKept?: boolean;
  /** Headers of this answer alone; their texts are found by their names. */
  readonly headers?: readonly string[];
}

/** Schemas by the names under which the document shows them. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

/** What a feature has to say about its part of the API. */
export interface Described {
  readonly operations: readonly Operation[];
  /** Of what is sent. */
  readonly inputs: NamedSchemas;
  /** Of what comes back. */
  readonly outputs: NamedSchemas;
}

/** The same type without `readonly`, which means nothing on the wire. */
type Plain<T> = T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T;

type IsSame<One, Other> =
  (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2 ? true : false;

/**
 * Ties a schema to the type that pages and services know: `wire<SecretWire>()(z.object({…}))` compiles as long
 * as neither has a field, a type or an option that the other lacks.
 */
export function wire<Wire>() {
  return <Schema extends z.ZodType>(
    schema: IsSame<z.output<Schema>, Wire> extends true ? Schema : 'the schema and the type differ',
  ): Schema => schema as Schema;
}
