import type { RandomBytes } from '#src/crypto/ids.ts';
import type { StreamKey } from '#src/crypto/sealed-stream.ts';
import type { Store } from '#src/store/store.ts';
import type { RecordKind } from '#src/store/transfer.ts';
import { newHead, toLine } from './codec.ts';
import { sealLines } from './container.ts';

/** No backup holds sessions, reset links, mails, feedback and counts: all of them are over within weeks. */
const KINDS: readonly RecordKind[] = ['site', 'customer', 'look', 'billing', 'domain'];
const SECRET_KINDS: readonly RecordKind[] = ['secret', 'end', 'metadata'];

export interface BackupDeps {
  readonly store: Pick<Store, 'transfer'>;
  readonly key: StreamKey;
  readonly hasSecrets: boolean;
  /** Of package.json. */
  readonly release: string;
  readonly now: () => number;
  readonly randomBytes: RandomBytes;
}

/** How many records of each kind have been written so far. */
export type Counts = Partial<Record<RecordKind, number>>;

/** The bytes of a backup as they are made; `counts` is complete once they have ended. */
export function makeBackup(deps: BackupDeps): { readonly bytes: AsyncIterable<Buffer>; readonly counts: Counts } {
  const counts: Counts = {};
  return { bytes: sealLines(linesOf(deps, counts), deps.key, deps.randomBytes), counts };
}

async function* linesOf({ store, hasSecrets, release, now }: BackupDeps, counts: Counts): AsyncGenerator<string> {
  const madeAtMs = now();
  yield toLine(newHead({ madeAtMs, hasSecrets, release }));
  let records = 0;
  for await (const record of store.transfer.dump([...KINDS, ...(hasSecrets ? SECRET_KINDS : [])], madeAtMs)) {
    yield toLine(record);
    counts[record.kind] = (counts[record.kind] ?? 0) + 1;
    records += 1;
  }
  yield toLine({ records });
}
