/** What one body takes of the room for all, while it comes. */
export interface Hold {
  /** Holds so many bytes in all, the first `FREE_BYTES` uncounted. False, and nothing changed, if there is no room. */
  widenTo(bytes: number): boolean;
  /** Gives all of it back. May be called again. */
  letGo(): void;
}

/** What long bodies may take together. */
export interface BodyRoom {
  hold(): Hold;
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
/** Of each body, not counted: whoever holds back long ones keeps nobody from sharing a text. */
export const FREE_BYTES = 65_536;

/** Many bodies, each within its limit and each without its last byte, would otherwise fill the memory. */
export function createBodyRules(
  limitBytes: number,
  roomBytes = Math.max(ROOM_BYTES, FEWEST_WHOLE * limitBytes),
): BodyRules {
  let takenBytes = 0;

  function hold(): Hold {
    let heldBytes = 0;
    const change = (bytes: number) => {
      takenBytes += bytes - heldBytes;
      heldBytes = bytes;
    };
    return {
      widenTo: (bytes) => {
        const countedBytes = Math.max(0, bytes - FREE_BYTES);
        if (takenBytes - heldBytes + countedBytes > roomBytes) return false;
        change(countedBytes);
        return true;
      },
      letGo: () => change(0),
    };
  }

  return { limitBytes, room: { hold } };
}
