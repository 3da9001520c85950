import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Client, contentOf, keysOf } from '../durability/client.ts';
import { untilSo } from '../support/until-so.ts';

/** A secret whose creation was answered, and what its readers were told. */
export interface Life {
  readonly secretKey: string;
  readonly content: string;
  copies: number;
  /** Readers who got no answer, or 'not now'. */
  unanswered: number;
  /** What readers who got neither the content nor a failure were told: 404. */
  gone: number;
}

export interface Ledger {
  readonly lives: Life[];
  /** Every answer that is not what it would be on a quiet day, as '503 …'. */
  readonly failures: string[];
}

export interface Load {
  readonly ledger: Ledger;
  /** Until so many more secrets have been shared and read. */
  untilMore(lives: number): Promise<void>;
  /** No new secrets; resolves when all that was asked is answered. */
  stop(): Promise<Ledger>;
}

const LANES = 6;
const READERS = 3;
/** One of so many is left to be read at the end. */
const KEPT = 4;
const PAUSE_MS = 25;
const AT_THE_END = 8;

/** Shares secrets and lets several readers at once open each, over and over, until it is stopped. */
export function startLoad(client: Client): Load {
  const ledger: Ledger = { lives: [], failures: [] };
  let isStopped = false;
  const runLane = async () => {
    while (!isStopped) {
      const life = await shareOne(client, ledger);
      if (life !== null) {
        ledger.lives.push(life);
        if (ledger.lives.length % KEPT !== 0) await readAtOnce(client, ledger, life);
      }
      // A stream, not a flood: what is looked at is each single secret.
      await pause(PAUSE_MS);
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, runLane));
  return {
    ledger,
    untilMore: async (lives) => {
      const goal = ledger.lives.length + lives;
      await untilSo(`${goal} secrets`, async () => ledger.lives.length >= goal);
    },
    stop: async () => {
      isStopped = true;
      await lanes;
      return ledger;
    },
  };
}

/** Reads, several readers at once, what nobody got so far, whatever he was told. */
export async function readRest(client: Client, ledger: Ledger): Promise<void> {
  await eachOf(
    ledger.lives.filter(({ copies }) => copies === 0),
    (life) => readAtOnce(client, ledger, life),
  );
}

/** Asks for everything that was handed out once more, and counts what comes. */
export async function askAgain(client: Client, lives: readonly Life[], ledger: Ledger): Promise<void> {
  await eachOf(
    lives.filter(({ copies }) => copies > 0),
    (life) => readOnce(client, ledger, life),
  );
}

/** Whatever happened: each secret was handed out once, and nobody was told anything that he would not be on a quiet day. */
export function assertNothingHappened({ lives, failures }: Ledger, least: number): void {
  assert.deepEqual(failures, []);
  assert.ok(lives.length >= least, `only ${lives.length} secrets`);
  assert.deepEqual(
    lives.filter(({ copies }) => copies !== 1),
    [],
  );
}

async function shareOne(client: Client, { failures }: Ledger): Promise<Life | null> {
  const content = randomBytes(24).toString('base64');
  const answer = await answerOf(client.post('/secret/conceal', { kind: 'share', secret: content }));
  if (answer.status === 200) {
    return { secretKey: keysOf(answer as Answer).secretKey, content, copies: 0, unanswered: 0, gone: 0 };
  }
  failures.push(`share: ${answer.status} ${answer.body}`);
  return null;
}

async function readAtOnce(client: Client, ledger: Ledger, life: Life): Promise<void> {
  await Promise.all(Array.from({ length: READERS }, () => readOnce(client, ledger, life)));
}

async function readOnce(client: Client, { failures }: Ledger, life: Life): Promise<void> {
  const answer = await answerOf(client.reveal(life.secretKey));
  if (answer.status === 404) {
    life.gone += 1;
  } else if (answer.status === 200) {
    assert.equal(contentOf(answer as Answer), life.content);
    life.copies += 1;
  } else {
    life.unanswered += 1;
    failures.push(`read: ${answer.status} ${answer.body}`);
  }
}

async function eachOf(lives: readonly Life[], run: (life: Life) => Promise<void>): Promise<void> {
  const left = [...lives];
  const runLane = async () => {
    for (let life = left.pop(); life; life = left.pop()) await run(life);
  };
  await Promise.all(Array.from({ length: AT_THE_END }, runLane));
}

/** Status 0 where the connection broke. */
function answerOf(asked: Promise<Answer>): Promise<Answer | { status: 0; body: string }> {
  return asked.catch((error) => ({ status: 0, body: String(error) }));
}
