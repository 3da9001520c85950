import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../../tests/support/children.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { type Command, executable } from '../../tests/support/program.ts';
import { type Cleanup, temporaryFolder } from '../../tests/support/temp.ts';
import { processorSeconds, type Resident, residentOf } from '../load/process-figures.ts';

/** The least that any server on Node can be: what of the figures is not ours. */
const BARE = `require('node:http').createServer((_, answer) => answer.end('x'))
  .listen(process.env.PORT, '127.0.0.1', () => console.log('is ready at'))`;
const BUNDLE = resolve(import.meta.dirname, '../../dist/hushlink.js');

/** What people start, by the name that tables give it; a bare server last. */
export const startedPrograms: readonly (readonly [string, Command])[] = [
  ['the executable', [executable, 'serve']],
  ['node dist/hushlink.js', [process.execPath, BUNDLE, 'serve']],
  ['a bare server of Node', [process.execPath, '--eval', BARE]],
];

/** Those that are there: the executable is made by `npm run build:binary` alone. */
export const builtPrograms = startedPrograms.filter(([, [program]]) => existsSync(program));

export interface Started {
  readonly ms: number;
  /** Of all its threads. */
  readonly cpuMs: number;
}

/** To the last byte of the first page, with an empty data folder, so that the site secret and the tables are made too. */
export async function timeStart(t: Cleanup, command: Command): Promise<Started> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = start(t, command, port);
  await firstPage(child, port);
  const ms = performance.now() - startedMs;
  const cpuMs = processorSeconds(child.pid) * 1000;
  await child.kill('SIGKILL');
  return { ms, cpuMs };
}

/** Of a program that has been left alone for so long after its first page. */
export async function restingMemory(t: Cleanup, command: Command, idleSeconds: number): Promise<Resident> {
  const port = await freePort();
  const child = start(t, command, port);
  await firstPage(child, port);
  await wait(idleSeconds * 1000);
  const resident = residentOf(child.pid);
  await child.kill();
  return resident;
}

function start(t: Cleanup, [program, ...args]: Command, port: number): Child {
  return startChild(program, args, { cwd: temporaryFolder(t), env: { PORT: String(port) } });
}

/** Asked for as soon as the server says that it is there: asking before that would take its time away. */
async function firstPage(child: Child, port: number): Promise<void> {
  await child.waitFor(/is ready at/);
  const status = await new Promise((resolve, reject) => {
    const asking = get({ host: '127.0.0.1', port, path: '/', agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    asking.once('error', reject);
  });
  if (status !== 200) throw new Error(`the first page was answered with ${status}`);
}
