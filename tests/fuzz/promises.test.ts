import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnowledge } from './knowledge.ts';

const KEY = 'k3x9pq2m7w4z8c1v6b5n0a3s8d2f7g4';
const CONTENT = 'the door code ~m1~';
const METADATA = { key: KEY.toUpperCase() };
const SECRET = { secret_key: KEY, secret_value: CONTENT };
const [MINE, OTHER] = ['AbCdEfGhIjKlMnOpQrStUv', '0123456789012345678901'];

/** A visit that has shared one secret, and what it hears when somebody reads it. */
function shared() {
  const { learn } = createKnowledge();
  const hear = (operation: string, claimant: string | null, body: object) =>
    learn(
      { operation, part: KEY, content: CONTENT, claimant },
      { status: 200, headers: {}, body: JSON.stringify(body) },
    );
  hear('concealSecret', null, { record: { secret: { key: KEY }, metadata: METADATA } });
  return {
    reveal: (claimant: string | null) => hear('revealSecret', claimant, { record: SECRET }),
    revealByV1: (claimant: string | null) => hear('v1Reveal', claimant, { secret_key: KEY, value: CONTENT }),
  };
}

test('a visit may hear again what it has read as one claimant', () => {
  const { reveal } = shared();
  reveal(MINE);
  reveal(MINE);
});

for (const [title, again] of [
  ['another claimant', ({ reveal }) => reveal(OTHER)],
  ['nobody', ({ reveal }) => reveal(null)],
  ['the same by v1', ({ revealByV1 }) => revealByV1(MINE)],
] satisfies [string, (visit: ReturnType<typeof shared>) => void][]) {
  test(`a visit fails where ${title} reads what a claimant has read`, () => {
    const visit = shared();
    visit.reveal(MINE);
    assert.throws(() => again(visit), /was over/);
  });
}

test('a visit fails where a claimant reads what nobody in particular has read', () => {
  const visit = shared();
  visit.revealByV1(MINE);
  assert.throws(() => visit.reveal(MINE), /was over/);
});
