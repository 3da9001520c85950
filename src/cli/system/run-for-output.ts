import { spawn } from 'node:child_process';
import { systemCode } from './system-code.ts';

export type Ran =
  | { readonly kind: 'done'; readonly stdout: string }
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'failed'; readonly how: string }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'too-slow' };

export interface RunLimits {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Runs a program for what it prints, without a shell: no word of the command is read a second time. It gets no
 * standard input (that may be the content to share) and our standard error, to ask and to complain.
 */
export function runForOutput(program: string, args: readonly string[], limits: RunLimits): Promise<Ran> {
  const child = spawn(program, args, { env: { ...limits.env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return new Promise((resolve) => {
    const end = (ran: Ran) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      // Something that the program has started may hold its other end open.
      child.stdout.destroy();
      resolve(ran);
    };
    const timer = setTimeout(() => end({ kind: 'too-slow' }), limits.timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > limits.maxBytes) end({ kind: 'too-long' });
    });
    child.once('error', (error) => end({ kind: 'not-started', code: systemCode(error) }));
    child.once('close', (code, signal) =>
      end(
        code === 0
          ? { kind: 'done', stdout: Buffer.concat(chunks).toString('utf8') }
          : { kind: 'failed', how: signal ?? `exit code ${code}` },
      ),
    );
  });
}
