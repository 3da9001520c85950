import type { Readable } from 'node:stream';
import { fail as failWith, ok, type Result } from '#src/result.ts';
import { type BodyRules, FREE_BYTES } from './body-room.ts';
import { BUSY, type Refusal } from './refusals.ts';

const TOO_LARGE: Refusal = { kind: 'body-too-large' };

/** A second piece gets at least so much room with the first. */
const FIRST_ROOM_BYTES = 4096;

/**
 * All that a stream of bytes brings, in one piece. Fails as soon as that is more than `limitBytes`, or more than there
 * is room for beside others, and leaves the rest unread. Rejects if the stream breaks off.
 *
 * Most bodies come in one piece, which is kept as it is. Further pieces are copied as they come, and let go: a body may
 * be sent as pieces of one byte (RFC 9112, 7.1), each of which takes some hundred times that while it is kept.
 */
export function readWhole(stream: Readable, rules: BodyRules): Promise<Result<Buffer, Refusal>> {
  return new Promise((resolve, reject) => {
    // What has broken off already says so no more.
    if (!stream.readable) return reject(new Error('the body cannot be read'));
    const whole = createWhole(rules);

    function take(piece: Buffer): void {
      const failure = whole.add(piece);
      if (failure === null) return;
      leave();
      stream.pause();
      resolve(failWith(failure));
    }

    function end(): void {
      leave();
      resolve(ok(whole.bytes()));
    }

    function fail(error: Error = new Error('the body has broken off')): void {
      leave();
      reject(error);
    }

    function leave(): void {
      stream.off('data', take).off('end', end).off('error', fail).off('close', fail);
      whole.letGo();
    }

    stream.on('end', end).on('error', fail).on('close', fail).on('data', take);
  });
}

function createWhole({ limitBytes, room }: BodyRules) {
  let place: Buffer = Buffer.alloc(0);
  let size = 0;
  const hold = room.hold();

  function widen(neededBytes: number): boolean {
    // Room to grow is not counted as long as what has come is not.
    const mostBytes = neededBytes > FREE_BYTES ? limitBytes : Math.min(FREE_BYTES, limitBytes);
    const widerBytes = Math.max(neededBytes, Math.min(2 * place.length, mostBytes), FIRST_ROOM_BYTES);
    if (!hold.widenTo(widerBytes)) return false;
    const wider = Buffer.allocUnsafe(widerBytes);
    place.copy(wider, 0, 0, size);
    place = wider;
    return true;
  }

  return {
    /** Why nothing is added; null where it is. */
    add: (piece: Buffer): Refusal | null => {
      const sizeAfter = size + piece.length;
      if (sizeAfter > limitBytes) return TOO_LARGE;
      if (size === 0) place = piece;
      else {
        if (sizeAfter > place.length && !widen(sizeAfter)) return BUSY;
        piece.copy(place, size);
      }
      size = sizeAfter;
      return null;
    },
    bytes: (): Buffer => place.subarray(0, size),
    letGo: hold.letGo,
  };
}
