import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChild } from './children.ts';
import { freePort } from './free-port.ts';

const COUNT = 300;

test('a port that one process of the tests has found free is found by no other, and no second time', async () => {
  const module = new URL('./free-port.ts', import.meta.url).href;
  const script = `const { freePort } = await import('${module}');
    for (let count = 0; count < ${COUNT}; count += 1) console.log(await freePort());
    console.log('all'); setInterval(() => {}, 1000);`;
  const other = startChild(process.execPath, ['--input-type=module', '-e', script]);
  const own: number[] = [];
  for (let count = 0; count < COUNT; count += 1) own.push(await freePort());
  await other.waitFor(/all/);
  const { stdout } = await other.kill();
  const ports = [...own, ...[...stdout.matchAll(/\d+/g)].map(Number)];
  assert.equal(new Set(ports).size, 2 * COUNT);
});
