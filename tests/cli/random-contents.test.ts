import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { runChild } from '../support/children.ts';
import { builtProgram } from '../support/program.ts';
import { startServer } from '../support/server.ts';

const [program, ...before] = builtProgram;
const server = await startServer();
after(() => server.stop());

const run = (command: string, ...args: string[]) => ({
  with: (input: string) => runChild(program, [...before, command, ...args, '--server', server.url], { input }),
});

async function carry(text: string): Promise<void> {
  const created = await run('create').with(text);
  const revealed = await run('reveal', '-').with(created.stdout);
  assert.deepEqual([revealed.code, Buffer.from(revealed.stdout)], [0, Buffer.from(text)], revealed.stderr);
}

test('1,000 random texts come back byte for byte through two pipes', async () => {
  const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), { numRuns: 1000, seed: 20_260 });
  const half = (first: number) => texts.filter((_, at) => at % 2 === first);
  const carryAll = async (own: readonly string[]) => {
    for (const text of own) await carry(text);
  };
  await Promise.all([carryAll(half(0)), carryAll(half(1))]);
});
