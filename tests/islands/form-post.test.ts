import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createFormPost } from '#src/islands/client/form-post.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createNetwork, createTimers, json, t } from './samples.ts';

function setUp(...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const shrimp = createShrimpStore('token');
  const timers = createTimers();
  const visited: string[] = [];
  const go = (url: string) => void visited.push(url);
  const client = createClient({ fetch: network.fetch, shrimp });
  const post = createFormPost({ client, t, go, later: timers.later });
  return { ...network, shrimp, timers, visited, post };
}

async function messageAfter(answer: Response | Error): Promise<string | undefined> {
  const { post } = setUp(answer);
  await post.submit('/form', [], () => null);
  assert.equal(post.isBusy.value, false);
  return post.failure.value?.message;
}

test("a form is posted to its address with the token appended, and the answer's token kept [CSRF-08]", async () => {
  const { post, sent, shrimp } = setUp(json({ success: true, shrimp: 'next' }));
  await post.submit('/form', [['name', 'a & b']], () => null);
  assert.equal(sent[0]?.url, '/form');
  assert.deepEqual(sent[0]?.fields, { name: 'a & b', shrimp: 'token' });
  assert.equal(shrimp.token.value, 'next');
});

test('after success it goes on, after 3000 ms, and stays busy until then [CSRF-09]', async () => {
  const { post, timers, visited } = setUp(json({ success: true, record: { key: 'k' } }));
  await post.submit('/form', [], () => '/next');
  assert.deepEqual(
    timers.waiting.map(({ delayMs }) => delayMs),
    [3000],
  );
  assert.deepEqual([visited, post.isBusy.value], [[], true]);
  timers.fire();
  assert.deepEqual(visited, ['/next']);
});

test('a refusal shows its message, or a general one [ERR-12]', async () => {
  assert.equal(await messageAfter(json({ message: 'Not like this' }, 422)), 'Not like this');
  assert.equal(
    await messageAfter(json({ success: false }, 500)),
    'Request was not successful. Please try again later.',
  );
});

test('an error that is no JSON asks to refresh the page [ERR-13]', async () => {
  const answer = new Response('<h1>Bad gateway</h1>', { status: 502 });
  assert.equal(await messageAfter(answer), 'Please refresh the page and try again.');
});

test('an answer that cannot be parsed is incomplete [ERR-14]', async () => {
  assert.equal(await messageAfter(new Response('{"success":tr')), 'Server returned an incomplete response');
});

test('any other failure is unexpected [ERR-15]', async () => {
  assert.equal(await messageAfter(new TypeError('offline')), 'An unexpected error occurred');
});

test('the field the server names goes with the message', async () => {
  const { post } = setUp(json({ message: 'Double check that passphrase', field: 'passphrase' }, 422));
  await post.submit('/form', [], () => null);
  assert.deepEqual(post.failure.value, { field: 'passphrase', message: 'Double check that passphrase' });
});

test('a page that is brought back as it was left can be used again; what is still on its way is not sent twice', async () => {
  const { post, timers, sent } = setUp(json({ success: true }), json({ success: true }));
  const sending = post.submit('/form', [], () => '/next');
  post.comeBack();
  assert.equal(post.isBusy.value, true);
  await sending;
  post.comeBack();
  assert.equal(post.isBusy.value, true);
  timers.fire();
  post.comeBack();
  assert.equal(post.isBusy.value, false);
  await post.submit('/form', [], () => null);
  assert.equal(sent.length, 2);
});

test('a second press while busy sends nothing', async () => {
  const { post, sent } = setUp(json({ success: true }), json({ success: true }));
  await Promise.all([post.submit('/form', [], () => '/a'), post.submit('/form', [], () => '/a')]);
  await post.submit('/form', [], () => '/a');
  assert.equal(sent.length, 1);
});
