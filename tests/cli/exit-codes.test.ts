import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temp.ts';
import { startPlainServer, startTlsServer } from '../support/tls-server.ts';
import { sendJson, someKey, startOddServer, waitingSecret } from './odd-server.ts';
import { runCli, startCli } from './run-cli.ts';

const refusals = [
  { status: 404, error_type: 'RecordNotFound', exit: 3, code: 'gone' },
  { status: 409, error_type: 'AlreadyBurned', exit: 3, code: 'gone' },
  { status: 422, error_type: 'WrongPassphrase', exit: 4, code: 'wrong_passphrase' },
  { status: 429, error_type: 'Locked', exit: 5, code: 'locked' },
  { status: 429, error_type: 'RateLimited', exit: 5, code: 'limited' },
  { status: 422, error_type: 'FormError', exit: 7, code: 'refused' },
  { status: 422, error_type: 'PlanLimit', exit: 7, code: 'refused' },
  { status: 401, error_type: 'NotAuthorized', exit: 7, code: 'refused' },
  { status: 404, error_type: 'NotFound', exit: 8, code: 'server' },
  { status: 503, error_type: 'StoreUnavailable', exit: 8, code: 'server' },
];

test('every kind of refusal has its exit code and its name in JSON', async (t) => {
  let current = refusals[0]!;
  const { url } = await startOddServer(t, (response) => {
    sendJson(response, current.status, {
      success: false,
      message: 'no',
      error_type: current.error_type,
      retry_after: 7,
    });
  });
  for (current of refusals) {
    const end = await runCli(['status', `${url}/secret/${someKey}`, '--json']);
    const { error } = JSON.parse(end.stdout);
    assert.deepEqual([end.code, error.exit, error.code], [current.exit, current.exit, current.code]);
    assert.equal(error.retry_after, current.status === 429 || current.status === 503 ? 7 : undefined);
    assert.equal(end.stderr, '');
  }
});

test('an unreachable server is exit 6, named by its host, without the key', async () => {
  const host = `127.0.0.1:${await freePort()}`;
  const end = await runCli(['status', `http://${host}/secret/${someKey}`]);
  assert.deepEqual(end, {
    code: 6,
    signal: null,
    stdout: '',
    stderr: `hushlink: Could not reach ${host} (ECONNREFUSED).\n`,
  });
});

test('where no connection was made, nobody is told that a secret may have been made', async (t) => {
  const untrusted = await startTlsServer(t, makeCertificate());
  const [plain, closing, resetting] = await Promise.all([
    startPlainServer(t, {}, (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    startPlainServer(t, {}, (socket) => socket.once('data', () => socket.end())),
    startPlainServer(t, {}, (socket) => socket.once('data', () => socket.resetAndDestroy())),
  ]);
  const broken: [url: string, code: RegExp][] = [
    [`https://127.0.0.1:${await freePort()}`, /^ECONNREFUSED$/],
    ['https://host.invalid', /^E[A-Z_]+$/],
    [`https://127.0.0.1:${untrusted.port}`, /^DEPTH_ZERO_SELF_SIGNED_CERT$/],
    [`https://127.0.0.1:${plain.port}`, /^ERR_SSL_[A-Z_]+$/],
    [`https://127.0.0.1:${closing.port}`, /^ECONNRESET$/],
    [`https://127.0.0.1:${resetting.port}`, /^ECONNRESET$/],
  ];
  for (const [url, code] of broken) {
    const end = await runCli(['create', '--server', url], { input: 'x' });
    const said = /^hushlink: Could not reach (\S+) \((\w+)\)\.\n$/.exec(end.stderr);
    assert.deepEqual([end.code, said?.[1]], [6, new URL(url).host], end.stderr);
    assert.match(said?.[2] ?? '', code);
  }
});

test('a handshake that never ends leaves no secret behind either', async (t) => {
  const silent = await startPlainServer(t);
  const host = `127.0.0.1:${silent.port}`;
  const child = startCli(['create', '--server', `https://${host}`, '--timeout', '1'], { input: 'x' });
  const [said] = await child.waitFor(/hushlink: [^\n]+\n/);
  await child.kill('SIGKILL');
  assert.equal(said, `hushlink: No answer from ${host} within 1 second.\n`);
});

test('where the connection broke after the request, a secret may have been made', async (t) => {
  const endings: ((response: ServerResponse) => unknown)[] = [
    (response) => response.socket?.end(),
    (response) => response.socket?.resetAndDestroy(),
  ];
  for (const ending of endings) {
    const { url } = await startOddServer(t, ending);
    const end = await runCli(['create', '--server', url], { input: 'x' });
    assert.equal(end.code, 6);
    assert.match(end.stderr, /^hushlink: Could not reach \S+ \(\w+\)\. The secret may have been made; nobody has its/);
  }
});

test('where a server is in trouble a secret may have been made, unless it says that nothing was done', async (t) => {
  const perhaps = / The secret may have been made; nobody has its link\.\n$/;
  for (const [status, type, isPerhaps] of [
    [502, 'BadGateway', true],
    [503, 'StoreUncertain', true],
    [503, 'StoreUnavailable', false],
    [503, 'Busy', false],
  ] as const) {
    const { url } = await startOddServer(t, (response) =>
      sendJson(response, status, { success: false, error_type: type, message: 'Well.' }),
    );
    const end = await runCli(['create', '--server', url], { input: 'x' });
    assert.equal(end.code, 8);
    assert.equal(perhaps.test(end.stderr), isPerhaps, end.stderr);
  }
});

test('where the answer cannot be read a secret may have been made, too', async (t) => {
  const perhaps = / not like Hushlink does \(\S+\)\. The secret may have been made; nobody has its link\.\n$/;
  const harmful = {
    metadata: { share_url: 'javascript:x', metadata_url: '', key: '', created: 0, lifespan: 1, has_passphrase: false },
  };
  for (const record of [{}, { ...harmful, secret: { key: '' } }]) {
    const { url } = await startOddServer(t, (response) => sendJson(response, 200, { success: true, record }));
    const end = await runCli(['create', '--server', url], { input: 'x' });
    assert.equal(end.code, 8);
    assert.match(end.stderr, perhaps);
  }
});

test('a link that was to be mailed may be on its way', async (t) => {
  const { url } = await startOddServer(t, (response) => response.socket?.end());
  const end = await runCli(['create', '--server', url, '--recipient', 'bo@example.com'], { input: 'x' });
  assert.match(end.stderr, / The secret may have been made, and its link mailed\.\n$/);
});

test('a port that nobody is asked at is called that', async () => {
  const end = await runCli(['create', '--server', 'http://127.0.0.1:1'], { input: 'x' });
  assert.deepEqual([end.code, end.stderr], [6, 'hushlink: Could not reach 127.0.0.1:1 (bad port).\n']);
});

test('a server that does not answer in time is exit 6', async (t) => {
  const { url } = await startOddServer(t, () => {});
  const end = await runCli(['generate', '--server', url, '--timeout', '5']);
  assert.equal(end.code, 6);
  assert.match(end.stderr, /within 5 seconds\. The secret may have been made/);
});

test('a command that nothing can wake up any more is no success', async (t) => {
  const script = join(temporaryFolder(t), 'no-answer.cjs');
  writeFileSync(script, 'globalThis.fetch = () => new Promise(() => {});');
  const env = { NODE_OPTIONS: `--require=${script}` };
  const end = await runCli(['status', someKey, '--server', 'http://127.0.0.1:1'], { env });
  assert.deepEqual(end, { code: 1, signal: null, stdout: '', stderr: '' });
});

test('an answer that no Hushlink gives is exit 8, whatever it is', async (t) => {
  const lifetimes = ['-1', '1.5', '"60"', '1e12'];
  const answers = [
    ...['', 'null', '[]', '"x"', '{}', '<html>', '{"record":{"state":7}}', '{"record":{"state":"new"}}'],
    ...lifetimes.map((ttl) => `{"record":{"state":"new","secret_ttl":${ttl},"has_passphrase":false}}`),
  ];
  let body = '';
  const { url } = await startOddServer(t, (response) => response.end(body));
  for (body of answers) {
    const end = await runCli(['status', someKey, '--as', 'recipient', '--server', url]);
    assert.deepEqual([end.code, end.stdout], [8, ''], body);
  }
});

test('an endless answer is broken off', async (t) => {
  const { url } = await startOddServer(t, (response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
    };
    response.on('drain', more);
    more();
  });
  const end = await runCli(['status', someKey, '--server', url]);
  assert.deepEqual([end.code, end.stderr], [8, 'hushlink: The answer of the server does not end.\n']);
});

test('a link that could move the cursor is not printed', async (t) => {
  const link = `http://host.example/secret/\u001b[2J${someKey}`;
  const metadata = {
    share_url: link,
    metadata_url: link,
    key: someKey,
    created: 1,
    lifespan: 60,
    has_passphrase: false,
  };
  const { url } = await startOddServer(t, (response) => {
    sendJson(response, 200, { record: { metadata, secret: { key: someKey } } });
  });
  const end = await runCli(['create', '--server', url], { input: 'x' });
  assert.deepEqual([end.code, end.stdout], [8, '']);
  assert.doesNotMatch(end.stderr, /\u001b/);
});

test('a message of the server is printed as one harmless line without whole keys', async (t) => {
  const { url, asked } = await startOddServer(t, (response) => {
    const message = `bad \u001b]0;title\u0007\r\n${someKey} \u202eend`;
    sendJson(response, 422, { success: false, message, error_type: 'FormError' });
  });
  const end = await runCli(['generate', '--server', url]);
  assert.equal(end.code, 7);
  assert.equal(asked[0]?.headers['accept-language'], 'en');
  assert.equal(end.stderr, 'hushlink: The server refused (422): bad  ]0;title k3x9pq…  end\n');
});

test('content that is empty, endless, too long or not text is refused before anything is sent', async (t) => {
  const { url, asked } = await startOddServer(t, (response) => sendJson(response, 200, waitingSecret));
  const cases = [
    { args: ['/dev/null'], says: /empty/ },
    { args: ['/dev/zero'], says: /longer than 1048576 bytes/ },
    { args: ['/dev'], says: /EISDIR/ },
    { args: [], input: 'x'.repeat(1024 * 1024 + 1), says: /longer than 1048576 bytes/ },
    { args: [process.execPath], says: /longer|not text/ },
  ];
  for (const { args, input = '', says } of cases) {
    const end = await runCli(['create', ...args, '--server', url], { input });
    assert.deepEqual([end.code, end.stdout], [2, '']);
    assert.match(end.stderr, says);
  }
  assert.deepEqual(asked, []);
});

test('an empty recipient, as of a variable that is not set, is refused before anything is shared', async (t) => {
  const { url, asked } = await startOddServer(t, (response) => sendJson(response, 200, waitingSecret));
  for (const args of [['create'], ['generate', '--recipient', 'ann@example.org']]) {
    const end = await runCli([...args, '--recipient', ' ', '--server', url, '--json'], { input: 'x' });
    assert.deepEqual([end.code, JSON.parse(end.stdout).error.code], [2, 'usage']);
  }
  assert.deepEqual(asked, []);
});
