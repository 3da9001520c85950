import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLE_VALUES } from '#src/openapi/example-values.ts';
import type { Json, OperationObject, ResponseObject } from '#src/openapi/json.ts';
import { testDocument } from '../support/watched-answers.ts';

const operations = Object.values(testDocument().paths).flatMap((item) => Object.values(item));

/** What an operation answers in the document; undefined where it is the status alone. */
function shownBy(operation: OperationObject | undefined): Json | undefined {
  const answer = operation?.responses[200] as ResponseObject | undefined;
  return answer?.content?.['application/json']?.example as Json | undefined;
}

function shown(id: string): Json {
  return shownBy(operations.find(({ operationId }) => operationId === id)) ?? assert.fail(id);
}

test('the example of looking at a secret shows no content, that of opening it does', () => {
  assert.doesNotMatch(JSON.stringify(shown('lookAtSecret')), /secret_value|"show_secret":true/);
  assert.match(JSON.stringify(shown('revealSecret')), /secret_value/);
});

test('the example of burning says twice, and in its details, that the secret is gone', () => {
  const { record, details } = shown('burnAsSender') as Record<string, Json>;
  const { metadata, ...own } = record ?? {};
  assert.deepEqual(metadata, own);
  const { state, is_burned, is_destroyed, share_url, share_path, secret_ttl, expiration_in_seconds } = own;
  assert.deepEqual([state, is_burned, is_destroyed, share_url, share_path], ['burned', true, true, '', '']);
  assert.deepEqual([secret_ttl, expiration_in_seconds, 'secret_key' in own], [0, 0, false]);
  const said = [details?.is_burned, details?.is_destroyed, details?.burned_by, details?.show_secret_link];
  assert.deepEqual(said, [true, true, 'sender', false]);
  assert.equal(details?.burned, own.updated);
});

test('an example shows an API token where one is made, and nowhere else', () => {
  const showing = operations.filter((one) => /"apitoken":"/.test(JSON.stringify(shownBy(one) ?? null)));
  assert.deepEqual(
    showing.map(({ operationId }) => operationId),
    ['makeApiToken'],
  );
  assert.equal((shown('showAccount').record as Json).apitoken, null);
});

test('who calls as a customer is one in the example answer, until the account is gone', () => {
  const asCustomers = operations.filter(
    (one) => one['x-signed-in'] === true || one.security.every((way) => Object.keys(way).length > 0),
  );
  const anonymous = asCustomers.filter((one) => JSON.stringify(shownBy(one) ?? null).includes('"custid":"anon"'));
  assert.deepEqual(
    anonymous.map(({ operationId }) => operationId),
    ['destroyAccount'],
  );
  for (const id of ['showAccount', 'listRecent', 'checkAuth']) assert.equal(shown(id).custid, 'ann@example.com', id);
  assert.equal(shown('concealSecret').custid, 'anon');
});

test('the list of v1 gives no key to a secret, in its example too', () => {
  assert.doesNotMatch(JSON.stringify(shown('v1ListRecent')), /secret_key/);
});

test('no value of the examples is left over: what one is for is in the document', () => {
  const { schemas } = testDocument().components;
  const named = Object.keys(EXAMPLE_VALUES).filter((name) => /^[A-Z]/.test(name));
  const dead = named.filter((name) => {
    const [schema = '', field] = name.split('.');
    return !JSON.stringify(schemas[schema] ?? null).includes(field === undefined ? '{' : `"${field}":`);
  });
  assert.deepEqual(dead, []);
});

test('a short key of an example is as long as that of an answer', () => {
  const { secret, metadata } = shown('concealSecret').record as Record<string, Json>;
  for (const one of [secret, metadata]) assert.equal(one?.shortkey, String(one?.key).slice(0, 8));
});
