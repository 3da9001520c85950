import type { CliIo, Input } from '../io.ts';
import { withTerminalBack } from './terminal-back.ts';

const ENTER = new Set(['\r', '\n']);
const ERASE = new Set(['\u007f', '\b']);
const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
/** Ctrl-U: the whole line, as where a terminal edits it itself. */
const ERASE_ALL = '\u0015';

/** Asks for one line that is not shown, and ends it on the screen; undefined when it was broken off. */
export async function askHidden(
  prompt: string,
  io: Pick<CliIo, 'stdin' | 'stderr' | 'signals'>,
): Promise<string | undefined> {
  const typed = await withTerminalBack(io, () => readHiddenLine(io.stdin, () => void io.stderr.write(prompt)));
  io.stderr.write('\n');
  return typed;
}

/**
 * One line typed on a terminal that does not show it; undefined when it was broken off (Ctrl-C, Ctrl-D). `prompt` is
 * called once the terminal shows nothing any more.
 */
export function readHiddenLine(terminal: Input, prompt?: () => void): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const typed: string[] = [];
  return new Promise((resolve) => {
    const finish = (line: string | undefined) => {
      terminal.removeListener('data', onData);
      terminal.removeListener('end', onEnd);
      terminal.setRawMode?.(false);
      terminal.pause();
      resolve(line);
    };
    const onEnd = () => finish(undefined);
    const onData = (chunk: Buffer) => {
      for (const character of decoder.decode(chunk, { stream: true })) {
        if (ENTER.has(character)) return finish(typed.join(''));
        if (character === INTERRUPT || character === END_OF_INPUT) return finish(undefined);
        if (ERASE.has(character)) typed.pop();
        else if (character === ERASE_ALL) typed.length = 0;
        else typed.push(character);
      }
    };
    terminal.setRawMode?.(true);
    prompt?.();
    terminal.on('data', onData);
    terminal.on('end', onEnd);
    terminal.resume();
  });
}
