import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { judgePolicy } from './csp.ts';
import { countCells, knockEverywhere, policiesOf } from './header-matrix.ts';
import { faultsOf } from './matrix-judgement.ts';

const knocked = await knockEverywhere({ after });

test('every route has been seen with every status, or a rule says why it cannot have it', () => {
  const { unexplained, seen, impossible, routes } = countCells(knocked);
  assert.deepEqual(unexplained, []);
  assert.ok(routes > 100 && seen > 900 && impossible > 0, `${routes} routes, ${seen} cells`);
});

test('every answer of every route, under every name and on the internal listener, carries every protection', () => {
  assert.deepEqual(knocked.flatMap(faultsOf), []);
});

test('an answer that lacks one of them, or may be kept, is noticed', () => {
  const page = knocked.find(({ pattern, status }) => pattern === '/signin' && status === 200);
  assert.ok(page);
  const protections = [
    ...['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options', 'cache-control'],
    ...['cross-origin-opener-policy', 'cross-origin-resource-policy', 'permissions-policy'],
    'strict-transport-security',
  ];
  for (const name of protections) {
    assert.equal(faultsOf({ ...page, headers: { ...page.headers, [name]: undefined } }).length, 1, name);
  }
  for (const more of [{ server: 'x' }, { etag: '"x"' }, { 'cache-control': 'no-cache' }]) {
    assert.equal(faultsOf({ ...page, headers: { ...page.headers, ...more } }).length, 1, JSON.stringify(more));
  }
});

test('Google’s evaluator finds nothing high or medium in any policy, and none has an unsafe source or a nonce', () => {
  const judged = policiesOf(knocked).map(judgePolicy);
  assert.equal(judged.length, 2, 'of pages and of uploaded pictures');
  for (const { policy, unsafe, high, medium } of judged) assert.deepEqual([unsafe, high, medium], [[], [], []], policy);
  assert.notDeepEqual(judgePolicy("default-src *; script-src 'unsafe-inline'").high, [], 'it does find what is wrong');
});
