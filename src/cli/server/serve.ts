import { serve } from '#src/main.ts';
import type { HangUps } from '#src/process/hang-ups.ts';
import { EXIT_CODES, failureAsJson } from '../failure.ts';
import { jsonLine } from '../terminal/printable.ts';

/** `hushlink serve`: runs until a signal and gives the exit code. */
export function runServer(
  { isJson }: { readonly isJson: boolean },
  outside: NodeJS.Process,
  hangUps: HangUps,
): Promise<number> {
  const us = { uid: outside.getuid?.() ?? 0, gid: outside.getgid?.() ?? 0 };
  const refuse = (problems: readonly string[]) => {
    const message = problems.join('\n');
    if (isJson) outside.stdout.write(jsonLine(failureAsJson({ kind: 'configuration', message })));
    else outside.stderr.write(`${message}\n`);
    return EXIT_CODES.configuration;
  };
  const { env, stderr } = outside;
  return serve({ env, stderr, refuse, us, hangUps, cwd: outside.cwd(), signals: outside });
}
