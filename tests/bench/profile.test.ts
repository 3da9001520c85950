import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CpuProfile, type Frame, timesWithin } from '../../bench/profile/cpu-profile.ts';
import { modulesByLine } from '../../bench/profile/modules.ts';
import { partOf } from '../../bench/profile/parts.ts';

/** From the innermost outwards: 'name @ module'. */
const stack = (...frames: readonly string[]): Frame[] =>
  frames.map((frame) => {
    const [name = '', module = ''] = frame.split(' @ ');
    return { name, module };
  });

test('a line of a bundle belongs to the module named above it', () => {
  const bundle = [
    'import x',
    '// src/http/body.ts',
    'a',
    '// just a remark',
    'b',
    '// node_modules/qs/lib/parse.js',
    'c',
  ];
  const [first, ...others] = modulesByLine(bundle.join('\n'));
  assert.equal(first, '');
  assert.deepEqual(
    [others[1], others[3], others[5]],
    ['src/http/body.ts', 'src/http/body.ts', 'node_modules/qs/lib/parse.js'],
  );
});

test('time belongs to the innermost module that is known, and sockets to whoever writes into them', () => {
  const written = ['writeUtf8String', 'Socket._write @ node:net'] as const;
  const parts: readonly (readonly [Frame[], string | null])[] = [
    [stack('(idle)'), null],
    [stack('(garbage collector)', 'seal @ src/crypto/seal.ts'), 'garbage collection'],
    [stack('hash', 'hash @ node:internal/crypto/hash', 'put @ src/store/redis/put.ts'), 'sealing, keys and names'],
    [stack('find @ node_modules/router/index.js', 'app @ src/app.ts'), 'Express'],
    [stack(...written, 'send @ src/http/send.ts'), 'the answer’s way into the socket'],
    [stack(...written, 'flush @ node_modules/@redis/client/dist/socket.js'), 'Redis, its socket'],
    [stack('onHeaders @ node:_http_server'), 'HTTP'],
    [stack('listOnTimeout @ node:internal/timers'), 'Node: turns, promises, timers'],
  ];
  for (const [frames, part] of parts) assert.equal(partOf(frames), part);
});

test('times are summed by name, of the samples within the window alone', () => {
  const callFrame = (functionName: string) => ({ functionName, url: 'node:net', lineNumber: 0 });
  const profile: CpuProfile = {
    nodes: [
      { id: 1, callFrame: callFrame('outer'), children: [2] },
      { id: 2, callFrame: callFrame('inner') },
    ],
    ...{ startTime: 1000, samples: [1, 2, 2, 1], timeDeltas: [10, 20, 30, 40] },
  };
  const nameOf = (frames: readonly Frame[]) => frames.map(({ name }) => name).join(' in ');
  const within = (fromUs: number, untilUs: number) =>
    Object.fromEntries(timesWithin(profile, { fromUs, untilUs }, (url) => url, nameOf));
  assert.deepEqual(within(0, 2000), { outer: 50, 'inner in outer': 50 });
  assert.deepEqual(within(1011, 1061), { 'inner in outer': 50 });
});
