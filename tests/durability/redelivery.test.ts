import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { type Answer, type Client, contentOf, createClient, untilAnswered } from './client.ts';

const KILLS = 10;
const CLAIMS = 40;
const CONNECTIONS = 12;
const ROUNDS = 20;
const READERS = 200;
const CLAIMANTS = 4;
const quiet = { HUSHLINK_LOG_LEVEL: 'fatal' };

const newToken = () => randomBytes(16).toString('base64url');

const engines = {
  SQLite: async () => quiet,
  Redis: async (t: TestContext) => {
    const redis = await startRedisServer();
    t.after(() => redis.stop());
    return { ...quiet, HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  },
} satisfies Record<string, (t: TestContext) => Promise<Record<string, string>>>;

for (const [engine, siteOf] of Object.entries(engines)) {
  test(`${engine}: a server killed among claims loses none: the same claimant gets its secret afterwards, and nobody else`, async (t) => {
    const server = await startServer({ env: await siteOf(t) });
    t.after(() => server.stop());
    let lost = 0;
    for (let round = 0; round < KILLS; round += 1) lost += await killAmongClaims(server, CONNECTIONS + 2 * round);
    t.diagnostic(`${lost} of ${KILLS * CLAIMS} answers were lost`);
    assert.ok(lost > 0);
  });

  test(`${engine}, two processes: of 200 readers at once those of one claimant get the secret, 20 times over`, async (t) => {
    const [env, folder] = [await siteOf(t), temporaryFolder(t)];
    const servers = [await startServer({ env, folder }), await startServer({ env, folder })];
    const clients = servers.map(({ port }) => createClient(port, READERS / 2));
    t.after(() => Promise.all(servers.map((server) => server.stop())));
    t.after(() => clients.forEach((client) => void client.close()));
    for (let round = 0; round < ROUNDS; round += 1) await raceOfClaimants(clients, `round ${round}`);
  });
}

/** Kills the server when so many claims are answered, and asks for all of them again. Answers how many were lost. */
async function killAmongClaims(server: TestServer, answersBefore: number): Promise<number> {
  const before = createClient(server.port, CONNECTIONS);
  const claims = await Promise.all(Array.from({ length: CLAIMS }, (_, at) => claimOf(before, `secret ${at}`)));
  const answers: (Answer | null)[] = [];
  let killed: Promise<unknown> = Promise.resolve();
  await Promise.all(
    claims.map(async ({ secretKey, token }) => {
      const answer = await claim(before, secretKey, token).catch(() => null);
      if (answers.push(answer) === answersBefore) killed = server.kill('SIGKILL');
    }),
  );
  await killed;
  before.close();
  await server.start();
  await expectRedelivered(createClient(server.port, CONNECTIONS), claims);
  return answers.filter((answer) => answer === null).length;
}

type Claim = Awaited<ReturnType<typeof claimOf>>;

async function claimOf(client: Client, content: string) {
  const { secretKey } = await client.share(content);
  return { secretKey, content, token: newToken() };
}

async function expectRedelivered(client: Client, claims: readonly Claim[]): Promise<void> {
  for (const { secretKey, token, content } of claims) {
    assert.equal(contentOf(await claim(client, secretKey, token)), content);
    assert.equal((await claim(client, secretKey, newToken())).status, 404);
  }
  client.close();
}

async function raceOfClaimants(clients: readonly Client[], content: string): Promise<void> {
  const { secretKey } = await clients[0]!.share(content);
  const tokens = Array.from({ length: CLAIMANTS }, newToken);
  const answers = await Promise.all(
    Array.from({ length: READERS }, (_, at) =>
      untilAnswered(() =>
        claim(clients[Math.floor(at / CLAIMANTS) % clients.length]!, secretKey, tokens[at % CLAIMANTS]!),
      ),
    ),
  );
  const winners = new Set(answers.flatMap(({ status }, at) => (status === 200 ? [at % CLAIMANTS] : [])));
  assert.equal(winners.size, 1);
  const [winner] = winners;
  for (const [at, answer] of answers.entries()) {
    if (at % CLAIMANTS === winner) assert.equal(contentOf(answer), content);
    else assert.equal(answer.status, 404);
  }
}

function claim(client: Client, secretKey: string, token: string): Promise<Answer> {
  const headers = { 'Idempotency-Key': token };
  return client.ask(`/api/v2/secret/${secretKey}`, { method: 'POST', headers, body: { continue: true } });
}
