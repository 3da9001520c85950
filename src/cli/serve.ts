import { serve } from '#src/main.ts';

/** `hushlink serve`: runs until a signal and gives the exit code. */
export function runServer(outside: NodeJS.Process): Promise<number> {
  const us = { uid: outside.getuid?.() ?? 0, gid: outside.getgid?.() ?? 0 };
  return serve({ env: outside.env, cwd: outside.cwd(), stderr: outside.stderr, signals: outside, us });
}
