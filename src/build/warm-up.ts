// node warm-up.ts serve: started by executable.ts, with the folder of the program in BUILD_PARTS. Serves the first page
// and keeps what V8 has compiled by then; what a page never needs is not in it, and costs nothing to load.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { COMPILED, PROGRAM, programScript, runProgram } from './program-script.ts';

const WITHIN_MS = 60_000;
const { BUILD_PARTS: folder = '.', PORT: port } = process.env;

const script = programScript(readFileSync(join(folder, PROGRAM)));
runProgram(script);
await firstPage(`http://127.0.0.1:${port}/`, performance.now() + WITHIN_MS);
writeFileSync(join(folder, COMPILED), script.createCachedData());
process.kill(process.pid, 'SIGTERM');

async function firstPage(url: string, untilMs: number): Promise<void> {
  const status = await fetch(url).then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 200) return;
  if (process.exitCode !== undefined || performance.now() > untilMs) throw new Error(`${url} is not answered`);
  await wait(20);
  return firstPage(url, untilMs);
}
