import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFrontDoor } from './front-door.ts';
import { type Provoked, provokeAll } from './provoked.ts';

/** Every type that is answered, and what its bodies are. */
const types: Readonly<Record<string, (body: string) => boolean>> = {
  'application/json; charset=utf-8': isJson,
  'text/html; charset=utf-8': (body) => body.startsWith('<!doctype html>'),
  'text/plain; charset=utf-8': (body) => !body.includes('<'),
};

test('every answer with a body says what it is and in which letters, and is that', async (t) => {
  const provoked = await provokeAll(await openFrontDoor(t));
  const bodies = provoked.filter(({ body }) => body.length > 0);
  assert.deepEqual(wrong(bodies), []);
  assert.deepEqual([...new Set(bodies.map(typeOf))].sort(), Object.keys(types));
  assert.deepEqual(
    wrong([{ ...bodies[0], label: 'a page called JSON', body: Buffer.from('<!doctype html>') } as Provoked]),
    ['a page called JSON: application/json; charset=utf-8'],
  );
});

function wrong(answers: readonly Provoked[]): string[] {
  return answers
    .filter((answer) => !types[typeOf(answer)]?.(answer.body.toString()))
    .map((answer) => `${answer.label}: ${typeOf(answer)}`);
}

function typeOf({ headers }: Provoked): string {
  return String(headers['content-type']);
}

function isJson(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}
