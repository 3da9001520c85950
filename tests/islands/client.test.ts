import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { setUp, setUpFor } from './client-stage.ts';
import { createNetwork, createTimers, json } from './samples.ts';

test('the store holds the token as text and whether it is valid [CSRF-03]', () => {
  const shrimp = createShrimpStore('first');
  assert.equal(shrimp.token.value, 'first');
  assert.equal(shrimp.isValid.value, true);
  for (const nothing of [undefined, null, '', 7]) shrimp.replace(nothing);
  assert.equal(shrimp.token.value, 'first');
});

test('every request carries the token in its body, and no other one [CSRF-01]', async () => {
  const { client, sent } = setUp(json({}), json({}));
  await client.post('/somewhere', [['name', 'value']]);
  await client.post('/elsewhere', [['shrimp', 'of an old form']]);
  assert.deepEqual(
    sent.map(({ fields }) => fields),
    [{ name: 'value', shrimp: 'first' }, { shrimp: 'first' }],
  );
});

test('what is only read carries no token, and none in its address', async () => {
  const { client, sent } = setUp(json({}));
  await client.get('/somewhere');
  assert.deepEqual([sent[0]?.url, sent[0]?.body ?? null], ['/somewhere', null]);
});

test('every request names the language that the page speaks by then', async () => {
  const { fetch, sent } = createNetwork(json({}), json({}), json({}));
  let lang = 'en';
  const client = createClient({ fetch, shrimp: createShrimpStore('first'), language: () => lang });
  await client.get('/');
  lang = 'pt-PT';
  await client.post('/', []);
  await client.postJson('/', {});
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('o-locale')),
    ['en', 'pt-PT', 'pt-PT'],
  );
});

test('a form with a file is sent as multipart, its token beside the file', async () => {
  const { client, sent } = setUp(json({}));
  const file = new File(['picture'], 'logo.png', { type: 'image/png' });
  await client.post('/', [
    ['shrimp', 'of an old form'],
    ['logo', file],
  ]);
  const body = sent[0]?.body;
  assert.ok(body instanceof FormData);
  assert.deepEqual(
    [...body],
    [
      ['logo', file],
      ['shrimp', 'first'],
    ],
  );
});

test('the token of an answer replaces the stored one, also when the answer is a refusal [CSRF-02]', async () => {
  const { client, shrimp, sent } = setUp(json({ shrimp: 'second' }), json({ shrimp: 'third' }, 404), json({}));
  await client.post('/', []);
  assert.equal(shrimp.token.value, 'second');
  await client.post('/', []);
  await client.post('/', []);
  assert.equal(sent[2]?.fields.shrimp, 'third');
});

test('a token refused as too old is renewed and the request sent once more', async () => {
  const stale = { success: false, error_type: 'BadShrimp', message: 'old', shrimp: 'fresh' };
  const { client, sent } = setUp(json(stale, 422), json({ success: true }));
  const answer = await client.post('/', [['secret', 'kept']], { headers: { 'X-Kept': 'yes' } });
  assert.deepEqual(sent[1]?.fields, { secret: 'kept', shrimp: 'fresh' });
  assert.equal(sent[1]?.headers.get('x-kept'), 'yes');
  assert.ok(answer.kind === 'json' && answer.isOk);
});

test('it is sent once more and not again', async () => {
  const stale = () => json({ error_type: 'BadShrimp' }, 422);
  const { client, sent } = setUp(stale(), stale(), stale());
  const answer = await client.post('/', []);
  assert.equal(sent.length, 2);
  assert.ok(answer.kind === 'json' && answer.status === 422);
});

test('nothing is sent from the page of one customer for another who has signed in in another tab', async () => {
  const stale = { success: false, error_type: 'BadShrimp', message: 'old', shrimp: 'of bo' };
  const bos = { success: true, custid: 'bo@example.com', shrimp: 'of bo' };
  const { client, sent, shrimp, others } = setUpFor('ada@example.com', json(stale, 422), json(bos), json(bos));
  const answer = await client.post('/', [['secret', 'of ada']]);
  assert.ok(answer.kind === 'json' && answer.status === 422);
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['/', '/api/v2/authcheck'],
  );
  assert.deepEqual([shrimp.token.value, others()], ['', 1]);
  await client.get('/api/v2/private/recent');
  assert.deepEqual([shrimp.token.value, others()], ['', 2]);
});

test('the page of a customer takes no token of an answer that does not say whose it is', async () => {
  const stale = { success: false, error_type: 'BadShrimp', message: 'old', shrimp: 'of bo' };
  const refused = { success: false, error_type: 'LimitExceeded', message: 'Later.', shrimp: 'of bo' };
  const { client, sent, shrimp } = setUpFor(
    'ada@example.com',
    ...[json(refused, 429), json(stale, 422), json(refused, 429), json(stale, 422), json(refused, 429)],
    json({ isValid: true, shrimp: 'next' }),
  );
  await client.post('/', [['secret', 'of ada']]);
  assert.equal(shrimp.token.value, 'first');
  await client.post('/', [['secret', 'of ada']]);
  assert.deepEqual(
    sent.filter(({ url }) => url === '/').map(({ fields }) => fields.shrimp),
    ['first', 'first', 'first'],
  );
  await client.post('/api/v2/validate-shrimp', []);
  assert.equal(shrimp.token.value, 'next');
});

test('a customer who has a new session, by a new password for one, goes on with its token', async () => {
  const stale = { success: false, error_type: 'BadShrimp', message: 'old', shrimp: 'fresh' };
  const own = { success: true, custid: 'ada@example.com', shrimp: 'fresh' };
  const { client, sent, check, shrimp, others } = setUpFor(
    'ada@example.com',
    ...[json(stale, 422), json(own), json(own)],
    ...[json({ isValid: false, shrimp: 'of whom' }), json({ ...own, shrimp: 'next' })],
  );
  const answer = await client.post('/', [['secret', 'of ada']]);
  assert.ok(answer.kind === 'json' && answer.isOk);
  assert.deepEqual(sent[2]?.fields, { secret: 'of ada', shrimp: 'fresh' });
  await check.check();
  assert.deepEqual([sent[4]?.url, shrimp.token.value, others()], ['/api/v2/authcheck', 'next', 0]);
});

test('the page of a customer whose sign-in has ended goes on as nobody’s', async () => {
  const stale = { success: false, error_type: 'BadShrimp', message: 'old', shrimp: 'fresh' };
  const ended = { success: false, error_type: 'NotAuthorized', message: 'no', shrimp: 'of nobody' };
  const answers = [json(stale, 422), json(ended, 401), json({ success: true })];
  const { client, sent, others } = setUpFor('ada@example.com', ...answers);
  const answer = await client.post('/', [['msg', 'x']]);
  assert.ok(answer.kind === 'json' && answer.isOk);
  assert.deepEqual([sent[2]?.fields, others()], [{ msg: 'x', shrimp: 'of nobody' }, 0]);
});

test('no answer and an answer that is no JSON are told apart', async () => {
  const { client } = setUp(new TypeError('offline'), new Response('<h1>502</h1>', { status: 502 }));
  assert.equal((await client.post('/', [])).kind, 'no-response');
  assert.deepEqual(await client.post('/', []), { kind: 'not-json', status: 502, isOk: false });
});

test('a post is given up where no answer begins in time, and not while one is coming in', async () => {
  const patience = createTimers();
  const asked: RequestInit[] = [];
  const silent: typeof fetch = (_url, init = {}) => {
    asked.push(init);
    return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  };
  const shrimp = createShrimpStore('first');
  const lost = createClient({ fetch: silent, shrimp, schedule: patience.schedule }).post('/', [], { withinMs: 700 });
  await immediate();
  assert.deepEqual([patience.waiting.map(({ delayMs }) => delayMs), asked.length], [[700], 1]);
  patience.fire();
  assert.equal((await lost).kind, 'no-response');

  let finish = () => {};
  const slow: typeof fetch = async (_url, init = {}) => {
    const body = new ReadableStream({
      start(controller) {
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('{}'));
          controller.close();
        };
      },
    });
    return new Response(body);
  };
  const coming = createClient({ fetch: slow, shrimp, schedule: patience.schedule }).post('/', [], { withinMs: 700 });
  await immediate();
  assert.deepEqual([patience.waiting, patience.begunMs], [[], [700, 700]], 'nothing waits for what has begun to come');
  finish();
  assert.equal((await coming).kind, 'json');

  void createClient({ fetch: silent, shrimp, schedule: patience.schedule }).post('/', []);
  await immediate();
  assert.deepEqual([patience.waiting, asked.at(-1)?.signal], [[], undefined]);
});
