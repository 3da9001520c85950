import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { type Answer, type Client, contentOf, keysOf, untilAnswered } from './client.ts';

/** What the server has promised so far: contents by secret key. */
export interface Ledger {
  /** Creation answered, never asked for. */
  readonly kept: Map<string, string>;
  /** Asked for, and the answer did not come. */
  readonly uncertain: Map<string, string>;
  /** The content has been answered. */
  readonly delivered: Map<string, string>;
}

const lanes = 12;
const creatingLanes = 8;
const maxAsksPerLane = 60;
/** Fewer than `creatingLanes` lanes can ask for, so that it always comes to the kill. */
const maxAnswersBeforeKill = 300;

export function createLedger(): Ledger {
  return { kept: new Map(), uncertain: new Map(), delivered: new Map() };
}

/** Creates and reveals over many connections at once, and kills at some answer with the others under way. */
export async function loadUntilKilled(client: Client, ledger: Ledger, kill: () => Promise<void>): Promise<void> {
  const killAt = randomInt(1, maxAnswersBeforeKill);
  let answers = 0;
  let killed: Promise<void> | null = null;
  const onAnswer = () => {
    answers += 1;
    if (answers === killAt) killed = kill();
  };
  const runLane = async (lane: number) => {
    for (let asks = 0; asks < maxAsksPerLane; asks += 1) {
      const isCreating = lane < creatingLanes || ledger.kept.size === 0;
      if (await (isCreating ? createOne(client, ledger) : revealOne(client, ledger))) onAnswer();
      else if (killed !== null) return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  assert.ok(killed, `only ${answers} answers, ${killAt} were needed`);
  await killed;
}

/** Everything promised is kept: unread secrets come once and byte for byte, delivered ones never again. */
export async function settle(client: Client, { kept, uncertain, delivered }: Ledger): Promise<void> {
  await eachAtOnce(kept, async ([secretKey, content]) => {
    const first = await untilAnswered(() => client.reveal(secretKey));
    assert.equal(first.status, 200, `an answered secret is lost: ${first.status} ${first.body}`);
    assert.equal(contentOf(first), content);
  });
  await eachAtOnce(uncertain, async ([secretKey, content]) => {
    const answer = await untilAnswered(() => client.reveal(secretKey));
    if (answer.status !== 404) assert.equal(contentOf(answer), content);
  });
  await eachAtOnce(new Map([...kept, ...uncertain, ...delivered]), ([secretKey]) => expectGone(client, secretKey));
}

/** What was delivered so far is not answered again. */
export function expectDeliveredGone(client: Client, secretKeys: Iterable<string>): Promise<void> {
  return eachAtOnce(secretKeys, (secretKey) => expectGone(client, secretKey));
}

async function expectGone(client: Client, secretKey: string): Promise<void> {
  const { status } = await untilAnswered(() => client.reveal(secretKey));
  assert.equal(status, 404, 'a second copy');
}

/** False when nothing, or no more than 'not now', was answered. */
async function createOne(client: Client, { kept }: Ledger): Promise<boolean> {
  const content = randomContent();
  const answer = await answerOrNull(client.post('/secret/conceal', { kind: 'share', secret: content }));
  if (answer === null) return false;
  assert.equal(answer.status, 200, String(answer.body));
  kept.set(keysOf(answer).secretKey, content);
  return true;
}

async function revealOne(client: Client, { kept, uncertain, delivered }: Ledger): Promise<boolean> {
  const [secretKey, content] = kept.entries().next().value ?? [];
  if (secretKey === undefined || content === undefined) return true;
  kept.delete(secretKey);
  uncertain.set(secretKey, content);
  const answer = await answerOrNull(client.reveal(secretKey));
  if (answer === null) return false;
  assert.equal(answer.status, 200, `an answered secret is lost: ${answer.status} ${answer.body}`);
  assert.equal(contentOf(answer), content);
  uncertain.delete(secretKey);
  delivered.set(secretKey, content);
  return true;
}

/** Null for a broken connection and for 503, which promises nothing. */
async function answerOrNull(asked: Promise<Answer>): Promise<Answer | null> {
  const answer = await asked.catch(() => null);
  return answer?.status === 503 ? null : answer;
}

function randomContent(): string {
  return `\n\u{1f511}\u05e9\r\n\u0000${randomBytes(randomInt(1, 1500)).toString('base64')} `;
}

async function eachAtOnce<Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>): Promise<void> {
  await Promise.all(Array.from(items, run));
}
