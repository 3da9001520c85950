import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Client, createClient, keysOf } from '../../tests/durability/client.ts';
import { isDefinite, noteReveals, type Promises } from './promises.ts';
import { type Ask, createTally, type Tally } from './tally.ts';

export interface MixedLoad {
  readonly promises: Promises;
  /** Of the phase that runs. */
  readonly tally: Tally;
  /** Begins a phase with a tally of its own; gives that of the phase before. What is under way counts where it ends. */
  turn(): Tally;
  /** Ends once all that was asked was answered, or given up. */
  stop(): Promise<void>;
}

/** In every content, so that it is found where it must not be. */
export const CONTENT_MARK = 'only-for-the-recipient';

/** What each lane does, again and again. Creating is done more often, so that there is something to read. */
const LANES: readonly Ask[] = ['create', 'create', 'create', 'reveal', 'reveal', 'burn', 'status', 'page'];
const NOBODYS_KEY = '0'.repeat(31);
const PAUSE_MS = 8;
/** Nobody waits longer for an answer; what is not answered by then counts as such. */
const PATIENCE_MS = 60_000;

/** Creates, reveals, burns, looks and opens pages, over connections that are kept, until it is told to stop. */
export function startMixedLoad(port: number, promises: Promises, only: readonly Ask[] = LANES): MixedLoad {
  const clients = only.map(() => createClient(port, 2));
  const visits = createVisits(promises);
  const underWay = new Set<number>();
  let tally = createTally();
  let isStopped = false;
  const lanes = clients.map(async (client, lane) => {
    const ask = only[lane] ?? 'create';
    while (!isStopped) {
      await visits[ask](asking(client, underWay, (...facts) => tally.add(ask, ...facts)));
      await pause(PAUSE_MS);
    }
  });
  return {
    promises,
    get tally() {
      return tally;
    },
    turn: () => {
      const before = tally;
      for (const startedMs of underWay) before.noteWaiting(performance.now() - startedMs);
      tally = createTally();
      return before;
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(lanes);
      for (const client of clients) client.close();
    },
  };
}

/** One request; null where no answer came. */
type AskOnce = (ask: (client: Client) => Promise<Answer>) => Promise<Answer | null>;

function asking(
  client: Client,
  underWay: Set<number>,
  add: (...facts: Tail<Parameters<Tally['add']>>) => void,
): AskOnce {
  return async (ask) => {
    const startedMs = performance.now();
    underWay.add(startedMs);
    const answer = await Promise.race([
      ask(client).catch(() => 'broken' as const),
      pause(PATIENCE_MS, 'unanswered' as const, { ref: false }),
    ]);
    underWay.delete(startedMs);
    const tookMs = performance.now() - startedMs;
    if (typeof answer === 'string') {
      add(answer, tookMs, false);
      return null;
    }
    add(answer.status, tookMs, Number(answer.headers['retry-after']) > 0);
    return answer;
  };
}

type Tail<List extends readonly unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

function createVisits(promises: Promises): Record<Ask, (ask: AskOnce) => Promise<void>> {
  const { kept, uncertain, burned, metadataKeys } = promises;
  let newest = { secretKey: '', metadataKey: '' };
  let turns = 0;

  /** Takes the oldest that waits: nobody else asks for it from now on. */
  function take(): [secretKey: string, content: string] | null {
    const first = kept.entries().next().value;
    if (first === undefined) return null;
    kept.delete(first[0]);
    uncertain.set(...first);
    return first;
  }

  return {
    create: async (ask) => {
      const secret = `${CONTENT_MARK} ${randomBytes(120).toString('base64')}`;
      const answer = await ask((client) => client.post('/secret/conceal', { kind: 'share', secret }));
      if (answer?.status !== 200) return;
      newest = keysOf(answer);
      kept.set(newest.secretKey, secret);
      metadataKeys.set(newest.secretKey, newest.metadataKey);
    },
    reveal: async (ask) => {
      const [secretKey] = take() ?? [];
      if (secretKey === undefined) return;
      const readers = [0, 1].map(() => ask((client) => client.reveal(secretKey)));
      noteReveals(promises, secretKey, await Promise.all(readers));
    },
    burn: async (ask) => {
      const [secretKey, content] = take() ?? [];
      if (secretKey === undefined || content === undefined) return;
      const path = `/private/${metadataKeys.get(secretKey)}/burn`;
      const answer = await ask((client) => client.post(path, { continue: 'true' }));
      if (answer === null || !isDefinite(answer)) return;
      uncertain.delete(secretKey);
      if (answer.status === 200) burned.set(secretKey, content);
      else if (answer.status === 503) kept.set(secretKey, content);
      else promises.lost.add(secretKey);
    },
    status: async (ask) => {
      if (newest.metadataKey !== '') await ask((client) => client.ask(`/api/v2/private/${newest.metadataKey}`));
    },
    page: async (ask) => {
      turns += 1;
      const pages = ['/', '/signin', `/secret/${newest.secretKey || NOBODYS_KEY}`];
      await ask((client) => client.ask(pages[turns % pages.length] ?? '/'));
    },
  };
}
