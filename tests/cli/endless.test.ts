import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commandLine } from '../support/program.ts';
import { sendJson, startOddServer, waitingSecret } from './odd-server.ts';

const CHUNK = Buffer.alloc(65_536, 'x');
const LIMIT_BYTES = 1024 * 1024;
/** What a pipe, and a reader who is one step ahead, hold at most. */
const ON_THE_WAY_BYTES = 1024 * 1024;
const GIGABYTE = 1024 ** 3;
/** Far from the gigabyte, and more than Node needs for itself. */
const MOST_RESIDENT_KIB = 400_000;

/** The most memory that a process has held so far, in KiB; 0 where it is over. */
function peakKib(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

for (const args of [['create'], ['create', '-', '--json'], ['reveal', '-'], ['login', '--user', 'you@example.org']]) {
  test(`${args.join(' ')}: a pipe of a gigabyte is read to the limit, and answered with one sentence`, async (t) => {
    const { url, asked } = await startOddServer(t, (response) => sendJson(response, 200, waitingSecret));
    const [program, ...before] = commandLine;
    const env = { PATH: process.env.PATH, HUSHLINK_SERVER: url, XDG_CONFIG_HOME: '/nonexistent' };
    const child = spawn(program, [...before, ...args], { env, stdio: 'pipe' });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'close');
    let printed = '';
    const collect = (text: Buffer) => {
      printed += text;
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', collect);
    let [taken, peak, isOpen] = [0, 0, true];
    const count = (error: unknown) => {
      taken += error ? 0 : CHUNK.length;
    };
    child.stdin.on('error', () => {});
    child.stdin.once('close', () => {
      isOpen = false;
    });
    while (isOpen && taken < GIGABYTE) {
      const mayGoOn = child.stdin.write(CHUNK, count);
      peak = Math.max(peak, peakKib(child.pid ?? 0));
      if (!mayGoOn) await Promise.race([once(child.stdin, 'drain'), once(child.stdin, 'close')]).catch(() => {});
    }
    const [code] = await ended;
    assert.equal(code, 2, printed);
    assert.equal(printed.trimEnd().split('\n').length, 1, printed);
    assert.ok(taken <= LIMIT_BYTES + ON_THE_WAY_BYTES, `${taken} bytes were taken`);
    assert.ok(peak < MOST_RESIDENT_KIB, `${peak} KiB were held`);
    assert.deepEqual(asked, []);
  });
}
