import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { createSecret, runCli, runCliInShell } from './run-cli.ts';

const awkward = '\ufeffh\u00e9llo \u{1f511}\r\nsecond\u0000line\u001b[31m\u2028\n\n';
let server: TestServer;

before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('what goes in through a pipe comes out byte for byte, once and only once [GEN-01 REV-06]', async (t) => {
  const folder = temporaryFolder(t);
  const [source, target] = [join(folder, 'in'), join(folder, 'out')];
  writeFileSync(source, awkward);
  const env = { HUSHLINK_SERVER: server.url, SOURCE: source, TARGET: target };
  const created = await runCliInShell('"$@" < "$SOURCE"', ['create'], { env });
  assert.match(created.stdout, new RegExp(`^${server.url}/secret/[0-9a-z]{31}\\n$`));
  const link = created.stdout.trim();
  const revealed = await runCliInShell('"$@" | cat > "$TARGET"', ['reveal', link], { env });
  assert.deepEqual(revealed, { code: 0, signal: null, stdout: '', stderr: '' });
  assert.deepEqual(readFileSync(target), Buffer.from(awkward));
  const again = await runCli(['reveal', link]);
  assert.deepEqual([again.code, again.stdout], [3, '']);
});

test('a file goes out as it is, and comes back into a new file that only its owner can read', async (t) => {
  const folder = temporaryFolder(t);
  const [source, target] = [join(folder, 'in'), join(folder, 'out')];
  writeFileSync(source, awkward);
  const created = await runCli(['create', source, '--server', server.url]);
  const revealed = await runCli(['reveal', created.stdout.trim(), '--output', target]);
  assert.deepEqual([revealed.code, revealed.stdout], [0, '']);
  assert.deepEqual(readFileSync(target), Buffer.from(awkward));
  assert.equal(statSync(target).mode & 0o777, 0o600);
});

test('create says on standard error when the link ends and where the private page is', async () => {
  const { stdout, stderr } = await runCli(['create', '--ttl', '90m', '--server', server.url], { input: 'x' });
  const [expiry, page, rest] = stderr.split('\n');
  assert.match(expiry ?? '', /^Opens once; expires in 1 hour 30 minutes \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)\.$/);
  assert.match(page ?? '', new RegExp(`^Private page, for you alone: ${server.url}/private/[0-9a-z]{31}$`));
  assert.deepEqual([rest, stdout.split('\n').length], ['', 2]);
});

test('create --json answers one object with the promised members', async () => {
  const startSeconds = Math.floor(Date.now() / 1000);
  const created = await createSecret(server.url, 'x', ['--ttl', '2h']);
  assert.deepEqual(Object.keys(created), [
    ...['share_url', 'metadata_url', 'secret_key', 'metadata_key', 'expires_at', 'ttl', 'has_passphrase'],
  ]);
  assert.equal(created.share_url, `${server.url}/secret/${created.secret_key}`);
  assert.equal(created.metadata_url, `${server.url}/private/${created.metadata_key}`);
  assert.deepEqual([created.ttl, created.has_passphrase], [7200, false]);
  assert.ok(created.expires_at >= startSeconds + 7200 && created.expires_at <= startSeconds + 7300);
});

test('generate prints a link, and with --show the password that the link opens to [GEN-02]', async () => {
  const env = { HUSHLINK_SERVER: server.url };
  const hidden = await runCli(['generate'], { env });
  assert.match(hidden.stdout, /^http:\S+\/secret\/[0-9a-z]{31}\n$/);
  const shown = await runCli(['generate', '--show', '--length', '24', '--sets', 'digits'], { env });
  const [link = '', password] = shown.stdout.split('\n');
  assert.match(password ?? '', /^\d{24}$/);
  assert.equal((await runCli(['reveal', link])).stdout, password);
  const json = await runCli(['generate', '--json', '--show'], { env });
  assert.equal(JSON.parse(json.stdout).secret_value.length, 16);
  assert.equal('secret_value' in JSON.parse((await runCli(['generate', '--json'], { env })).stdout), false);
});

test('reveal takes a bare key, a link from standard input, and answers JSON', async () => {
  const env = { HUSHLINK_SERVER: server.url };
  const [first, second] = [await createSecret(server.url, 'one\n'), await createSecret(server.url, 'two')];
  assert.equal((await runCli(['reveal', first.secret_key], { env })).stdout, 'one\n');
  const end = await runCli(['reveal', '-', '--json'], { input: `${second.share_url}\n` });
  assert.deepEqual(JSON.parse(end.stdout), { content: 'two', is_truncated: false, original_size: 3 });
  assert.equal(end.stderr, '');
});

test('status says what became of a secret, to both sides, and opens nothing [GEN-09]', async () => {
  const { share_url, metadata_url } = await createSecret(server.url, 'x');
  const words = async () =>
    Promise.all([share_url, metadata_url].map(async (link) => (await runCli(['status', link])).stdout));
  assert.deepEqual(await words(), ['new\n', 'new\n']);
  assert.equal((await runCli(['reveal', share_url])).stdout, 'x');
  assert.deepEqual(await words(), ['received\n', 'received\n']);
  const { stdout } = await runCli(['status', metadata_url, '--json']);
  const { received_at, created, ...rest } = JSON.parse(stdout);
  assert.ok(Number.isInteger(received_at) && received_at >= created);
  assert.deepEqual(rest, {
    ...{ state: 'received', as: 'sender', secret_ttl: 0, has_passphrase: false },
    ...{ burned_at: null, burned_by: null, passphrase_failures: 0, locked_until: null },
  });
});

test('burn destroys a secret for its sender, and for its recipient', async () => {
  const env = { HUSHLINK_SERVER: server.url };
  const cases = [
    { side: 'sender', args: (keys: Keys) => [keys.metadata_url] },
    { side: 'sender', args: (keys: Keys) => [keys.metadata_key] },
    { side: 'recipient', args: (keys: Keys) => [keys.share_url] },
    { side: 'recipient', args: (keys: Keys) => [keys.secret_key, '--as', 'recipient'] },
  ];
  for (const { side, args } of cases) {
    const created = await createSecret(server.url, 'x');
    const burned = await runCli(['burn', ...args(created), '--yes', '--json'], { env });
    assert.deepEqual(JSON.parse(burned.stdout), { state: 'burned', burned_by: side });
    const status = await runCli(['status', created.metadata_url, '--json']);
    assert.deepEqual([JSON.parse(status.stdout).state, JSON.parse(status.stdout).burned_by], ['burned', side]);
    assert.match((await runCli(['status', created.metadata_url])).stderr, new RegExp(`^Burned by the ${side}: `));
    assert.equal((await runCli(['reveal', created.share_url])).code, 3);
    assert.equal((await runCli(['burn', ...args(created), '--yes'], { env })).code, 3);
  }
});

test('burn asks first: where nobody can be asked it burns nothing', async () => {
  const { share_url, metadata_url } = await createSecret(server.url, 'x');
  assert.equal((await runCli(['burn', metadata_url])).code, 2);
  assert.equal((await runCli(['reveal', share_url])).stdout, 'x');
});

type Keys = Awaited<ReturnType<typeof createSecret>>;
