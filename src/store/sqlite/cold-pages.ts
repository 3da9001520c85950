/** What this process has read from the disk so far, in blocks of 512 bytes (getrusage(2), ru_inblock). */
export type BlocksRead = () => number;

/** Steps between two looks at what was read. */
const LOOK_EVERY = 200;

/**
 * Blocks in `LOOK_EVERY` steps: a page of 4 KiB for every fourth step. From there on handing names to a thread costs
 * less than waiting for the disk, measured on two cores.
 */
const MANY_BLOCKS = LOOK_EVERY * 2;

/**
 * Tells at each step of the store whether its pages come from the disk, by those before it: a file that the machine
 * keeps in memory has none, however large it is, and one that it does not keep, or not yet, does. What a start reads
 * is not of a step.
 */
export function watchColdPages(blocksRead: BlocksRead): () => boolean {
  let steps = 0;
  let seen = 0;
  let areCold = false;
  return () => {
    if (steps % LOOK_EVERY === 0) {
      const read = blocksRead();
      areCold = steps > 0 && read - seen >= MANY_BLOCKS;
      seen = read;
    }
    steps += 1;
    return areCold;
  };
}
