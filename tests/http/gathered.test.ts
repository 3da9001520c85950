import assert from 'node:assert/strict';
import { test } from 'node:test';
import express, { type Request, type Response } from 'express';
import supertest from 'supertest';
import { createFailureHandler } from '#src/http/failures.ts';
import { createGathering, sendTogether } from '#src/http/gathered.ts';
import { sendJson } from '#src/http/send.ts';

function gatheringThat(note: (name: string) => void) {
  const gather = createGathering();
  return (name: string, method = 'GET') => {
    const request = { method, destroyed: false };
    gather(request as Request, {} as Response, () => note(name));
    return request;
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what has come in one turn goes on together at its end, in its order', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => went.push(name));
  come('first');
  await Promise.resolve();
  come('second');
  assert.deepEqual(went, []);
  await turn();
  assert.deepEqual(went, ['first', 'second']);
});

test('what comes while others go on waits for the next turn', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => {
    went.push(name);
    if (name === 'first') come('late');
  });
  come('first');
  come('second');
  await turn();
  assert.deepEqual(went, ['first', 'second']);
  await turn();
  assert.deepEqual(went, ['first', 'second', 'late']);
});

const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));

test('what may change something goes on in shares of eight, each once the one before has asked the store', async () => {
  const happened: string[] = [];
  const come = gatheringThat((name) => {
    happened.push(name);
    // As the stores send at the end of a turn what was asked of them in it.
    if (Number(name) % 8 === 1) setImmediate(() => happened.push('asked'));
  });
  for (const name of numbered(20)) come(name, 'POST');
  for (let turns = 0; turns < 6; turns += 1) await turn();
  const all = numbered(20);
  assert.deepEqual(happened, [...all.slice(0, 8), 'asked', ...all.slice(8, 16), 'asked', ...all.slice(16), 'asked']);
});

test('what comes while shares wait stands behind them', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => went.push(name));
  for (const name of numbered(9)) come(name, 'DELETE');
  await turn();
  come('late', 'POST');
  for (let turns = 0; turns < 4; turns += 1) await turn();
  assert.deepEqual(went, [...numbered(9), 'late']);
});

test('what only reads goes on together, however much it is, and waits for no share', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => went.push(name));
  for (const name of numbered(9)) come(name, 'POST');
  for (const name of numbered(20)) come(name, name === '1' ? 'HEAD' : 'GET');
  await turn();
  assert.deepEqual(went, [...numbered(8), ...numbered(20)]);
});

test('nothing is done for somebody who has hung up meanwhile', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => went.push(name));
  const gone = come('gone');
  come('here');
  gone.destroyed = true;
  await turn();
  assert.deepEqual(went, ['here']);
});

/** Two visitors who wait for the same thing. What happens to them, in its order. */
async function answerTwo(app: express.Express): Promise<string[]> {
  const happened: string[] = [];
  const allCame = Promise.withResolvers<void>();
  let count = 0;
  app.get('/', async (_request, response) => {
    response.once('prefinish', () => happened.push('sent'));
    count += 1;
    if (count === 2) allCame.resolve();
    await allCame.promise;
    sendJson(response, 200, { fine: true });
    assert.equal(response.headersSent, true);
    happened.push('decided');
  });
  const server = app.listen(0, '127.0.0.1');
  try {
    const answers = await Promise.all([supertest(server).get('/'), supertest(server).get('/')]);
    for (const { body } of answers) assert.deepEqual(body, { fine: true });
  } finally {
    server.close();
  }
  return happened;
}

test('what is answered in one go is decided first, and goes out after that, one answer behind the other', async () => {
  const app = express();
  sendTogether(app);
  assert.deepEqual(await answerTwo(app), ['decided', 'decided', 'sent', 'sent']);
});

test('an application that was not told to sends each answer as it is decided', async () => {
  assert.deepEqual(await answerTwo(express()), ['sent', 'decided', 'sent', 'decided']);
});

test('what is decided is not decided again: an error behind it breaks the answer off', async () => {
  const app = express();
  sendTogether(app);
  app.get('/', (_request, response) => {
    sendJson(response, 200, { fine: true });
    throw new Error('behind the answer');
  });
  const reported: string[] = [];
  app.use(
    createFailureHandler({
      refuse: () => assert.fail('answered twice'),
      report: (error) => reported.push(String(error)),
      reportOutage: () => assert.fail('no store was asked'),
      newIncident: () => 'incident',
    }),
  );
  const server = app.listen(0, '127.0.0.1');
  try {
    await assert.rejects(async () => await supertest(server).get('/'), { code: 'ECONNRESET' });
  } finally {
    server.close();
  }
  assert.deepEqual(reported, ['Error: behind the answer']);
});
