/** What long bodies may take together, while they come. */
export interface BodyRoom {
  /** False, and nothing is taken, where it would be too much in all. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** How a body is read. */
export interface BodyRules {
  /** Of one body. */
  readonly limitBytes: number;
  /** One for all that reads bodies. */
  readonly room: BodyRoom;
}

/** More than a hundred of the largest that are read by default. */
const ROOM_BYTES = 134_217_728;
/** There is room for some, however large one may be. */
const FEWEST_WHOLE = 4;
/** Of each, not counted: nobody who holds back long bodies keeps others from sharing a text. */
export const FREE_BYTES = 65_536;

/** Whoever holds back the last byte of each of many bodies would fill the memory: each is let in by its own limit. */
export function createBodyRules(
  limitBytes: number,
  roomBytes = Math.max(ROOM_BYTES, FEWEST_WHOLE * limitBytes),
): BodyRules {
  let takenBytes = 0;
  return {
    limitBytes,
    room: {
      take: (bytes) => {
        if (takenBytes + bytes > roomBytes) return false;
        takenBytes += bytes;
        return true;
      },
      giveBack: (bytes) => {
        takenBytes -= bytes;
      },
    },
  };
}
