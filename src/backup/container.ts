import type { RandomBytes } from '#src/crypto/ids.ts';
import {
  CHUNK_BYTES,
  createStreamOpener,
  createStreamSealer,
  HEADER_BYTES,
  SEALED_CHUNK_BYTES,
  type StreamFailure,
  type StreamKey,
} from '#src/crypto/sealed-stream.ts';

/** Why a file cannot be restored; nothing of it was used. */
export class UnreadableBackup extends Error {
  override name = 'UnreadableBackup';
  readonly kind: StreamFailure['kind'] | 'damaged';

  constructor(kind: UnreadableBackup['kind']) {
    super(`not a readable backup: ${kind}`);
    this.kind = kind;
  }
}

/** Seals lines as they come; holds a chunk of them in memory. */
export async function* sealLines(
  lines: AsyncIterable<string>,
  key: StreamKey,
  randomBytes: RandomBytes,
): AsyncGenerator<Buffer> {
  const sealer = await createStreamSealer(key, randomBytes);
  yield sealer.header;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const line of lines) {
    const bytes = Buffer.from(line, 'utf8');
    waiting.push(bytes);
    size += bytes.length;
    if (size <= CHUNK_BYTES) continue;
    // A full chunk waits until something follows it: it may be the last.
    let rest = Buffer.concat(waiting);
    for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) {
      yield sealer.seal(rest.subarray(0, CHUNK_BYTES), false);
    }
    [waiting, size] = [[rest], rest.length];
  }
  yield sealer.seal(Buffer.concat(waiting), true);
}

/** The lines of a whole file. Throws `UnreadableBackup` where it is not, to its very end, what was sealed. */
export async function* openLines(file: AsyncIterable<Buffer>, key: StreamKey): AsyncGenerator<string> {
  const pieces = piecesOf(file);
  const { value: header } = await pieces.next();
  const opener = await createStreamOpener(header?.bytes ?? Buffer.alloc(0), key);
  if (!opener.ok) throw new UnreadableBackup(opener.failure.kind);
  let rest = Buffer.alloc(0);
  let isWhole = false;
  for await (const { bytes, isLast } of pieces) {
    const plain = opener.value.open(bytes, isLast);
    if (plain === null) throw new UnreadableBackup('damaged');
    isWhole ||= isLast;
    rest = Buffer.concat([rest, plain]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
    }
  }
  if (!isWhole || rest.length > 0) throw new UnreadableBackup('damaged');
}

interface Piece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** The head of the file, then its chunks, however the file comes. */
async function* piecesOf(file: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let waiting = Buffer.alloc(0);
  let size = HEADER_BYTES;
  for await (const bytes of file) {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length > size) {
      yield { bytes: waiting.subarray(0, size), isLast: false };
      waiting = waiting.subarray(size);
      size = SEALED_CHUNK_BYTES;
    }
  }
  yield { bytes: waiting, isLast: true };
}
