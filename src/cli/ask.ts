import { createInterface } from 'node:readline/promises';
import type { CliIo } from './io.ts';

/** Asks on the terminal; only 'y' and 'yes' mean yes. */
export async function askYesNo(question: string, io: CliIo): Promise<boolean> {
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  // Ctrl-C and the end of input answer too: neither is a yes.
  const broken = new AbortController();
  lines.once('close', () => broken.abort());
  try {
    const answer = await lines.question(question, { signal: broken.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    lines.close();
  }
}
