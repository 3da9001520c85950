import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerCheck, type GivenAnswer } from '../support/answer-check.ts';
import { testDocument } from '../support/watched-answers.ts';

const check = createAnswerCheck(testDocument());
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '0e5b6a4c-7a0b-4f0e-8f43-1f5d3bb9b0a1',
  'cache-control': 'no-store',
};
const key = 'k3x9pq2m7w4z8c1v6b5n0a3s8d2f7g4';
const around = { success: true, shrimp: 's', custid: 'anon' };
const status: GivenAnswer = {
  ...{ method: 'GET', path: `/api/v2/secret/${key}/status`, status: 200, headers },
  body: JSON.stringify({ ...around, record: { state: 'unknown' }, details: { realttl: 0 } }),
};
const refused = { success: false, message: 'No.', error_type: 'NotFound', shrimp: 's' };

test('what is as the document says passes', () => {
  assert.equal(check(status), null);
  assert.equal(check({ ...status, path: status.path.toUpperCase().replace('SECRET', 'secret') }) === null, false);
  assert.equal(check({ ...status, method: 'HEAD', body: '' }), null);
  assert.equal(check({ ...status, path: '/api/v2/nowhere', status: 404, body: JSON.stringify(refused) }), null);
  assert.equal(check({ ...status, method: 'OPTIONS', status: 204, body: '' }), null);
});

const broken: readonly (readonly [promise: string, change: Partial<GivenAnswer>, problem: RegExp])[] = [
  ['a status that is not in the document', { status: 418 }, /418 is not in the document/],
  ['a field of another type', { body: status.body.replace('"realttl":0', '"realttl":"0"') }, /realttl must be integer/],
  ['a field that is missing', { body: status.body.replace(',"shrimp":"s"', '') }, /required property 'shrimp'/],
  [
    'a field that nobody has described',
    { body: status.body.replace('{', '{"more":1,') },
    /additional properties.*more/,
  ],
  ['another value than those that are named', { body: status.body.replace('unknown', 'lost') }, /allowed values/],
  ['a body that is no JSON', { body: '<p>' }, /must be object/],
  ['another media type', { headers: { ...headers, 'content-type': 'text/html' } }, /is not JSON/],
  [
    'a header that is missing',
    { headers: { 'content-type': headers['content-type'] } },
    /lacks the header X-Request-Id/,
  ],
  [
    'a refusal of another kind than the operation has',
    { status: 404, body: JSON.stringify({ ...refused, error_type: 'RecordNotFound' }) },
    /error_type must be equal to one of the allowed values/,
  ],
  ['an answer of a path that is not described', { path: '/api/v2/nowhere' }, /no refusal/],
  ['an answer of a method that is not described', { method: 'DELETE' }, /no refusal/],
  [
    'a method refused without those that are allowed',
    { method: 'DELETE', status: 405, body: JSON.stringify({ ...refused, error_type: 'MethodNotAllowed' }) },
    /does not say what is allowed/,
  ],
  [
    'a body where there should be none',
    { method: 'POST', path: `/api/v2/secret/${key}/seen`, status: 204 },
    /be empty/,
  ],
];

for (const [promise, change, problem] of broken) {
  test(`a test of the suite fails by ${promise}`, () => {
    assert.match(check({ ...status, ...change }) ?? '', problem);
  });
}
