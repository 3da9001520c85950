import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLateForms } from '#src/islands/workspace/dashboard/model.ts';

const refusal = (text: string) => ({
  fields: [
    ['secret', text],
    ['passphrase', 'open sesame'],
    ['recipient[]', 'judy@example.com'],
    ['share_domain', 'vault.example.net'],
    ['ttl', '3600'],
  ] as const,
  failure: { field: null, message: 'Not now.' },
});

test('a form that was refused late waits with all that was typed and chosen', () => {
  const late = createLateForms();
  assert.deepEqual([late.isAwaiting.value, late.take()], [false, null]);
  late.add(refusal('x'));
  assert.deepEqual(late.first.value, {
    ...{ initialText: 'x', passphrase: 'open sesame', recipient: 'judy@example.com' },
    ...{ shareDomain: 'vault.example.net', ttlSeconds: 3600, error: { field: null, message: 'Not now.' } },
  });
});

test('of several each is taken once, in the order they came, and lasts until then', () => {
  const late = createLateForms();
  for (const text of ['x', 'y']) late.add(refusal(text));
  const take = () => [late.isAwaiting.value, late.take()?.initialText];
  assert.deepEqual(
    [take(), take(), take()],
    [
      [true, 'x'],
      [true, 'y'],
      [false, undefined],
    ],
  );
});
