import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { guessPolicyOf } from '#src/compose/secrets.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import type { Store } from '#src/store/store.ts';
import { createTestApp, readConfig } from '../support/app.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { type Answer, type Client, contentOf, createClient, jsonOf, type Shared } from './client.ts';

const runs = 2000;
const mostAtOnce = 6;
const right = 'open sesame';
const content = 'the only copy';

/** One request of a race. Without a passphrase on the secret, what is sent as one does not matter. */
interface Move {
  readonly verb: 'reveal' | 'recipient-burn' | 'sender-burn' | 'read' | 'seen' | 'unlock';
  readonly passphrase: string;
}

interface Race {
  readonly isGuarded: boolean;
  readonly moves: readonly Move[];
}

const verbs = ['reveal', 'reveal', 'reveal', 'recipient-burn', 'sender-burn', 'read', 'seen', 'unlock'] as const;
const races = fc.record<Race>({
  isGuarded: fc.boolean(),
  moves: fc.array(
    fc.record<Move>({
      verb: fc.constantFrom(...verbs),
      passphrase: fc.constantFrom(right, right, 'wrong', ''),
    }),
    { minLength: 2, maxLength: mostAtOnce },
  ),
});

test('SQLite: whatever races over HTTP, at most one gets the secret, and its end is the one that was answered [REV-06 GEN-10]', async (t) => {
  await runRaces(t);
});

test('Redis: whatever races over HTTP, at most one gets the secret, and its end is the one that was answered [REV-06 GEN-10]', async (t) => {
  await runRaces(t, await openStore(t));
});

async function openStore(t: TestContext): Promise<Store> {
  const redis = await startRedisServer();
  const store = await openRedisStore({
    url: redis.url,
    policy: guessPolicyOf(readConfig({}).secrets),
    onError: (error) => assert.fail(String(error)),
    onWarning: assert.fail,
  });
  t.after(async () => {
    await store.close();
    await redis.stop();
  });
  return store;
}

async function runRaces(t: TestContext, store?: Store): Promise<void> {
  const { app } = createTestApp(t, { hasLightPassphrases: true, ...(store && { store }) });
  const server = await listen(createServer({ keepAliveTimeout: 0 }, app));
  const client = createClient((server.address() as AddressInfo).port, mostAtOnce);
  const property = fc.asyncProperty(races, (race) => runRace(client, race));
  try {
    await fc.assert(property, { numRuns: runs });
  } finally {
    client.close();
    server.close();
  }
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function runRace(client: Client, { isGuarded, moves }: Race): Promise<void> {
  const keys = await client.share(content, isGuarded ? { passphrase: right } : {});
  const answers = await Promise.all(moves.map((move) => makeMove(client, keys, move)));
  const told = moves.map((move, at) => ({ ...move, answer: answers[at]! }));
  for (const { verb, answer } of told) {
    assert.ok(allowed[verb].includes(answer.status), `${verb} was answered ${answer.status} ${answer.body}`);
  }
  const won = (verb: Move['verb']) => told.filter((one) => one.verb === verb && one.answer.status === 200);
  const reveals = won('reveal');
  const burns = [...won('recipient-burn'), ...won('sender-burn')];
  assert.ok(reveals.length + burns.length <= 1, `${reveals.length} copies and ${burns.length} burns`);
  for (const { passphrase } of [...reveals, ...burns]) assert.ok(!isGuarded || passphrase === right);
  for (const { answer } of reveals) assert.equal(contentOf(answer), content);
  const end = burns[0] ? burns[0].verb.replace('-burn', '') : reveals[0] ? 'received' : 'live';
  await expectEnd(client, keys, { end, isSeen: moves.some(({ verb }) => verb === 'seen') });
  expectCounted(told, await failuresOf(client, keys), moves);
}

/** Everything that may be answered, whichever of them comes first. 500 and 503 are not among it. */
const allowed: Readonly<Record<Move['verb'], readonly number[]>> = {
  reveal: [200, 404, 422, 429],
  'recipient-burn': [200, 404, 422, 429],
  'sender-burn': [200, 409, 422, 429],
  read: [200, 404],
  seen: [204],
  unlock: [200],
};

function makeMove(client: Client, { secretKey, metadataKey }: Shared, { verb, passphrase }: Move): Promise<Answer> {
  const confirmed = { continue: 'true', passphrase };
  switch (verb) {
    case 'reveal':
      return client.post(`/secret/${secretKey}`, confirmed);
    case 'recipient-burn':
      return client.post(`/secret/${secretKey}/burn`, confirmed);
    case 'sender-burn':
      return client.post(`/private/${metadataKey}/burn`, confirmed);
    case 'read':
      return client.ask(`/api/v2/secret/${secretKey}`);
    case 'seen':
      return client.post(`/secret/${secretKey}/seen`);
    case 'unlock':
      return client.post(`/private/${metadataKey}/unlock`);
  }
}

/** The sender is told what was answered to the one who ended it; an unended secret waits. */
async function expectEnd(client: Client, keys: Shared, { end, isSeen }: { end: string; isSeen: boolean }) {
  const { record, details } = jsonOf(await client.ask(`/api/v2/private/${keys.metadataKey}`));
  const waiting = isSeen ? 'previewed' : 'new';
  const state = { live: waiting, received: 'received', sender: 'burned', recipient: 'burned' }[end];
  assert.equal(record.state, state);
  assert.equal(details.is_received, end === 'received');
  assert.equal(details.burned_by, state === 'burned' ? end : null);
  assert.equal((await client.ask(`/api/v2/secret/${keys.secretKey}`)).status, end === 'live' ? 200 : 404);
}

async function failuresOf(client: Client, { metadataKey }: Shared): Promise<number> {
  return jsonOf(await client.ask(`/api/v2/private/${metadataKey}`)).details.passphrase_failures;
}

/** Each wrong passphrase that was called wrong is counted, and nothing else is. */
function expectCounted(told: readonly (Move & { answer: Answer })[], failures: number, moves: readonly Move[]): void {
  const calledWrong = told.filter(({ passphrase, answer }) => passphrase === 'wrong' && answer.status === 422).length;
  const isLifted = moves.some(({ verb }) => verb === 'unlock');
  if (isLifted) assert.ok(failures <= calledWrong);
  else assert.equal(failures, calledWrong);
}
