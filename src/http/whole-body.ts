import type { Readable } from 'node:stream';

/** A second piece gets at least so much room with the first. */
const FIRST_ROOM_BYTES = 4096;

/**
 * All that a stream of bytes brings, in one piece; null as soon as that is more than `limitBytes`, and what is still on
 * its way stays there. Rejects where it breaks off.
 *
 * Most bodies come in one piece, which is kept as it is. Where there are more each is copied when it comes, and let go:
 * somebody may send a body as pieces of one byte (RFC 9112, 7.1), and kept until the last one each of them takes some
 * hundred times that.
 */
export function readWhole(stream: Readable, limitBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    // What has broken off already says so no more.
    if (!stream.readable) return reject(new Error('the body cannot be read'));
    const whole = createWhole(limitBytes);

    function take(piece: Buffer): void {
      if (whole.add(piece)) return;
      leave();
      stream.pause();
      resolve(null);
    }

    function end(): void {
      leave();
      resolve(whole.bytes());
    }

    function fail(error: Error = new Error('the body has broken off')): void {
      leave();
      reject(error);
    }

    function leave(): void {
      stream.off('data', take).off('end', end).off('error', fail).off('close', fail);
    }

    stream.on('end', end).on('error', fail).on('close', fail).on('data', take);
  });
}

function createWhole(limitBytes: number) {
  let room: Buffer = Buffer.alloc(0);
  let size = 0;

  function makeRoom(neededBytes: number): void {
    const wider = Buffer.allocUnsafe(Math.max(neededBytes, Math.min(2 * room.length, limitBytes), FIRST_ROOM_BYTES));
    room.copy(wider, 0, 0, size);
    room = wider;
  }

  return {
    /** False, and nothing is added, where it would be too much. */
    add: (piece: Buffer): boolean => {
      const sizeAfter = size + piece.length;
      if (sizeAfter > limitBytes) return false;
      if (size === 0) room = piece;
      else {
        if (sizeAfter > room.length) makeRoom(sizeAfter);
        piece.copy(room, size);
      }
      size = sizeAfter;
      return true;
    },
    bytes: (): Buffer => room.subarray(0, size),
  };
}
