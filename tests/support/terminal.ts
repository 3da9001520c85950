import { spawn } from 'node:child_process';

export interface TerminalEnd {
  readonly code: number | null;
  /** All that stood on the screen, what was typed and is shown too: without escapes, line ends as `\n`. */
  readonly screen: string;
  /** The same as it came. */
  readonly raw: string;
}

export interface Terminal {
  /** Waits until what came since the last typing looks like this; throws with the screen if the program ends before. */
  waitFor(pattern: RegExp): Promise<void>;
  type(text: string): void;
  /** What stands on the screen so far. */
  shown(): string;
  readonly ended: Promise<TerminalEnd>;
}

const GIVE_UP_AFTER_MS = 60_000;

/** Runs a shell line on a terminal of its own, as `script` of util-linux makes one. */
export function startOnTerminal(line: string, env: Readonly<Record<string, string>> = {}): Terminal {
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', line, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Set<() => unknown>();
  let raw = '';
  let typedAt = 0;
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    for (const look of waiting) look();
  });
  const ended = new Promise<TerminalEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, screen: plain(raw), raw }));
  });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  child.once('close', () => process.off('exit', onExit));
  const waitFor = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        finish();
      };
      const giveUp = () => settle(() => reject(new Error(`no ${pattern} on the screen:\n${plain(raw)}`)));
      const look = () => pattern.test(plain(raw.slice(typedAt))) && settle(resolve);
      const timer = setTimeout(giveUp, GIVE_UP_AFTER_MS);
      waiting.add(look);
      ended.then(giveUp, reject);
      look();
    });
  const type = (text: string) => {
    typedAt = raw.length;
    child.stdin.write(text);
  };
  return { waitFor, type, shown: () => plain(raw), ended };
}

/** What is left when the marks for moving and colouring have done their work. */
function plain(raw: string): string {
  const erased = raw.replaceAll('\r\n', '\n').replaceAll(/[^\n]*\r\u001b\[K/g, '');
  return erased.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]|\r/g, '');
}

/** A word of a shell line that stands for itself. */
export function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
