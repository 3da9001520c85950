import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { wire } from '#src/openapi/operation.ts';

interface Note {
  readonly text: string;
  readonly tags: readonly string[];
  readonly seen?: number;
}

const same = z.object({ text: z.string(), tags: z.array(z.string()), seen: z.exactOptional(z.int()) });

// The compiler is what tests this: each of these lines is wrong, or the check of types fails.
test('a schema that is not what its type says does not compile', () => {
  const tied = wire<Note>()(same);
  assert.equal(tied, same);
  // @ts-expect-error: a field that the type lacks
  wire<Note>()(same.extend({ more: z.string() }));
  // @ts-expect-error: a field that the schema lacks
  wire<Note>()(same.omit({ seen: true }));
  // @ts-expect-error: a field of another type
  wire<Note>()(same.extend({ text: z.int() }));
  // @ts-expect-error: a field that may be null
  wire<Note>()(same.extend({ text: z.string().nullable() }));
  // @ts-expect-error: a field that may not be left out
  wire<Note>()(same.extend({ seen: z.int() }));
  // @ts-expect-error: entries of another type, deeper down
  wire<Note>()(same.extend({ tags: z.array(z.int()) }));
});
