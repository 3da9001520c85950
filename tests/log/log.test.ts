import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Redacted } from '#src/config/redacted.ts';
import { createLog, type LogFields, type LogLevel } from '#src/log/log.ts';
import { temporaryFolder } from '../support/temp.ts';

const spawnOptions = { encoding: 'utf8', timeout: 30_000 } as const;

const key = 'k3x9pq0a1b2c3d4e5f6g7h8i9j0klmn';

test('a line is JSON with level, ISO time, event and fields, and says nothing about the machine', () => {
  const [line = ''] = written((log) => log.info('listening', { port: 3000, host: '127.0.0.1' }));
  assert.match(line, /\n$/);
  const { time, ...rest } = JSON.parse(line);
  assert.deepEqual(rest, { level: 'info', port: 3000, host: '127.0.0.1', event: 'listening' });
  assert.equal(new Date(time).toISOString(), time);
});

test('lines below the level are not written', () => {
  const lines = written((log) => {
    for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) log[level](level);
  }, 'warn');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).event),
    ['warn', 'error', 'fatal'],
  );
  assert.deepEqual(
    written((log) => log.fatal('over'), 'silent'),
    [],
  );
});

test('another level holds from then on, for requests too', () => {
  const answered = { method: 'GET', path: '/', route: '/', status: 200, durationMs: 1, bytes: 2, requestId: 'r' };
  const lines = written((log) => {
    log.setLevel('warn');
    for (const level of ['info', 'warn'] as const) log[level](level);
    log.request(answered);
    log.setLevel('info');
    log.request(answered);
  });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).event),
    ['warn', 'request'],
  );
});

test('an answered request is one line without key, query or address', () => {
  const route = '/api/v2/secret/:key';
  const request = { method: 'POST', path: `/api/v2/secret/${key}?passphrase=hunter2`, route, status: 200 };
  const requestId = '6f1b8c1e-3f0a-4a4e-9a3c-2f6f0d1f7b11';
  const [line = ''] = written((log) => log.request({ ...request, durationMs: 1.23456, bytes: 512, requestId }));
  const { time: _, ...rest } = JSON.parse(line);
  const expected = { level: 'info', event: 'request', method: 'POST', path: '/api/v2/secret/***', route, status: 200 };
  assert.deepEqual(rest, { ...expected, durationMs: 1.23, bytes: 512, requestId });
});

test('a request whose connection broke is logged without a size', () => {
  const [line = ''] = written((log) =>
    log.request({ method: 'GET', path: '/', route: '/', status: 499, durationMs: 3, bytes: null, requestId: 'r1' }),
  );
  assert.equal(JSON.parse(line).bytes, null);
});

test('redacted values print as such, however deep they stand', () => {
  const secret = new Redacted('hunter2');
  const [line = ''] = written((log) =>
    log.info('opened', { secret, list: [secret], deep: { secret }, text: `is ${secret}` }),
  );
  const { secret: flat, list, deep, text } = JSON.parse(line);
  assert.deepEqual([flat, list, deep, text], ['[redacted]', ['[redacted]'], { secret: '[redacted]' }, 'is [redacted]']);
});

test('bytes, addresses and functions are named and not printed', () => {
  const url = new URL('redis://:hunter2@cache');
  const [line = ''] = written((log) => log.info('odd', { bytes: Buffer.from('hunter2'), url, call: () => 'hunter2' }));
  assert.doesNotMatch(line, /hunter2|104,117/);
  const { bytes, call, url: address } = JSON.parse(line);
  assert.deepEqual([bytes, address, call], ['[Buffer]', '[URL]', '[function]']);
});

test('fields that hold themselves are cut off instead of looping', () => {
  const loop: Record<string, unknown> = {};
  loop.again = loop;
  const [line = ''] = written((log) => log.info('loop', { loop }));
  assert.match(line, /\[deep\]/);
});

test('a key never reaches the log in any field, name, event or error', () => {
  const keys = fc.string({
    unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'),
    minLength: 31,
    maxLength: 31,
  });
  fc.assert(
    fc.property(keys, fc.string(), fc.string(), (secret, before, after) => {
      const text = `${before}${secret}${after}`;
      const error = Object.assign(new TypeError(text), { code: text, body: text, cause: new Error(text), name: text });
      const fields: LogFields = {
        text,
        list: [text],
        deep: { text, [text]: text },
        [text]: 1,
        told: { toJSON: () => ({ text }) },
        err: error,
        other: error,
      };
      const lines = written((log) => log.error(text, fields));
      assert.equal(lines.length, 1);
      assert.ok(!lines.join('').includes(secret));
    }),
    { numRuns: 1000 },
  );
});

test('32 hexadecimal digits stand in the log as the id of a request alone, and no more and no fewer of them', () => {
  const hex: string = '0af7651916cd43dd8448eb211c80319c';
  const shown = (fields: LogFields) => {
    const [line = ''] = written((log) => log.info('named', fields));
    return JSON.parse(line);
  };
  assert.equal(shown({ requestId: hex }).requestId, hex);
  for (const requestId of [hex.slice(1), `${hex}0`, `${hex}\n`, hex.toUpperCase(), hex.replace('f', 'g')]) {
    assert.equal(shown({ requestId }).requestId.trim(), '***', requestId);
  }
  const { id, text, deep } = shown({ id: hex, text: hex, deep: { requestID: hex } });
  assert.deepEqual([id, text, deep], ['***', '***', { requestID: '***' }]);
});

test('a line break in a field does not begin another line', () => {
  const lines = written((log) => log.info('named', { name: 'a\n{"level":"fatal"}\r\n' }));
  assert.equal(lines.join('').split('\n').length, 2);
});

test('the rest of the lines is written when the process exits, fails or runs out of work', () => {
  for (const [end, status] of [
    ['process.exit(3)', 3],
    ["throw new Error('x')", 1],
    ['', 0],
    ['await log.flush(); process.reallyExit(4)', 4],
  ] as const) {
    const run = runProgram(`for (let i = 0; i < 500; i++) log.info('line', { i });\n${end}`);
    assert.equal(run.status, status, run.stderr);
    assert.deepEqual(
      run.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).i),
      Array.from({ length: 500 }, (_, i) => i),
    );
  }
});

test('flushing a log that writes elsewhere resolves', async () => {
  await createLog({ level: 'info', destination: { write: () => {} } }).flush();
});

test('a reader of the log who goes away does not stop the service', () => {
  const body = "for (let i = 0; i < 500; i++) log.info('line', { i });\nawait log.flush();\nprocess.exitCode = 5;";
  const program = JSON.stringify([process.execPath, ['--input-type=module', '--eval', programOf(body)]]);
  const withoutReader = `
    import { spawn } from 'node:child_process';
    const [node, args] = ${program};
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.destroy();
    child.on('exit', (code) => { process.exitCode = code ?? 99; });
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', withoutReader], spawnOptions);
  assert.equal(run.status, 5, run.stderr);
});

test('a full disk under the log neither keeps the process from its end nor a fatal line from returning', () => {
  for (const [end, status] of [
    ['process.exit(3)', 3],
    ["throw new Error('x')", 1],
    ['', 0],
    ['await log.flush()', 0],
    ["log.fatal('start'); await log.flush(); process.exitCode = 6;", 6],
  ] as const) {
    const program = programOf(`log.info('line');\n${end}`);
    const args = ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, '--input-type=module', '--eval', program];
    const run = spawnSync('sh', args, { ...spawnOptions, killSignal: 'SIGKILL' });
    assert.equal(run.status, status, `${end} ${run.signal} ${run.stderr}`);
  }
});

test('a disk that was full under the log gets the last lines of the process once there is room', (t) => {
  const file = join(temporaryFolder(t), 'log');
  const program = `
    import { closeSync, openSync } from 'node:fs';
    ${programOf("log.info('line');\nawait log.flush();")}
    closeSync(1);
    openSync('${file}', 'a');
    log.info('room');
    await log.flush();
    for (let i = 0; i < 500; i++) log.info('line', { i });
    process.exit(0);
  `;
  const args = ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, '--input-type=module', '--eval', program];
  spawnSync('sh', args, { ...spawnOptions, killSignal: 'SIGKILL' });
  assert.match(readFileSync(file, 'utf8'), /"i":499,[^\n]*\n$/);
});

function written(write: (log: ReturnType<typeof createLog>) => void, level: LogLevel = 'info'): readonly string[] {
  const lines: string[] = [];
  write(createLog({ level, destination: { write: (line) => lines.push(line) } }));
  return lines;
}

function runProgram(body: string) {
  return spawnSync(process.execPath, ['--input-type=module', '--eval', programOf(body)], spawnOptions);
}

function programOf(body: string): string {
  const module = new URL('../../src/log/log.ts', import.meta.url).href;
  return `import { createLog } from '${module}';\nconst log = createLog({ level: 'info' });\n${body}`;
}
