import { type Answer, type Client, contentOf, jsonOf } from '../../tests/durability/client.ts';
import { createLedger, type Ledger } from '../../tests/durability/load.ts';

/** What the server has answered, and what became of it. */
export interface Promises extends Ledger {
  /** Metadata keys by secret key, of all that were ever created. */
  readonly metadataKeys: Map<string, string>;
  /** Burning it was answered. */
  readonly burned: Map<string, string>;
  /** Answered as created; later answered as gone, though nobody had got it. */
  readonly lost: Set<string>;
  /** Handed out to two, or after it had been burned. */
  readonly doubled: Set<string>;
}

/** What became of what was under way when an answer was missing. */
export interface Reckoning {
  readonly lost: number;
  readonly doubled: number;
  /** Gone, and the reader was left without an answer. */
  readonly lostOnTheWay: number;
}

const AT_ONCE = 16;

export function createPromises(): Promises {
  return { ...createLedger(), metadataKeys: new Map(), burned: new Map(), lost: new Set(), doubled: new Set() };
}

/** Notes what two readers of one secret, who asked at the same instant, were told; null stands for no answer. */
export function noteReveals(promises: Promises, secretKey: string, answers: readonly (Answer | null)[]): void {
  const content = promises.uncertain.get(secretKey) ?? '';
  const copies = answers.filter((answer) => answer !== null && copyOf(answer, content)).length;
  if (copies > 1) promises.doubled.add(secretKey);
  const isKnown = answers.every((answer) => answer !== null && isDefinite(answer));
  if (copies === 0 && !isKnown) return;
  promises.uncertain.delete(secretKey);
  if (copies > 0) promises.delivered.set(secretKey, content);
  else if (answers.every((answer) => answer?.status !== 404)) promises.kept.set(secretKey, content);
  else promises.lost.add(secretKey);
}

/** Asks for everything that was ever created: what waits comes once, and nothing comes that is over. */
export async function settlePromises(client: Client, promises: Promises): Promise<Reckoning> {
  const { kept, uncertain, delivered, burned, lost, doubled } = promises;
  let lostOnTheWay = 0;
  await eachOf(kept, async ([secretKey, content]) => {
    if (!copyOf(await client.reveal(secretKey), content)) lost.add(secretKey);
  });
  await eachOf(uncertain, async ([secretKey, content]) => {
    if (!copyOf(await client.reveal(secretKey), content)) lostOnTheWay += 1;
  });
  await eachOf([...kept, ...uncertain, ...delivered, ...burned], async ([secretKey, content]) => {
    if (copyOf(await client.reveal(secretKey), content)) doubled.add(secretKey);
  });
  return { lost: lost.size, doubled: doubled.size, lostOnTheWay };
}

/** Whether the answer hands the content out; throws where it is not what was shared. */
function copyOf(answer: Answer, content: string): boolean {
  const copy = contentOf(answer);
  if (copy !== null && copy !== content) throw new Error('a content that nobody shared was handed out');
  return copy !== null;
}

/** Says for sure what was done: an error of ours and 'not certain' do not. */
export function isDefinite(answer: Answer): boolean {
  if (answer.status === 503) return jsonOf(answer).error_type !== 'StoreUncertain';
  return answer.status < 500;
}

async function eachOf<Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items].values();
  const runLane = async () => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runLane));
}
