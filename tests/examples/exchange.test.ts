import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { needProgram } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { clients } from './clients.ts';

const LARGEST = 100_000;
const AWKWARD = '\ufeffa "b" \\n \\\\ \\u0041 \'c\' </s>\u00e9\u{1f511}\u200b\u2028\r\n\t\u0000\u0001\u007f\\"\n\n';

let server: TestServer;

before(async () => {
  const sizes = { HUSHLINK_PLANS_ANONYMOUS_SIZE: String(LARGEST), HUSHLINK_LIMITS_BODY_BYTES: '2MiB' };
  server = await startServer({ env: sizes });
});
after(() => server.stop());

for (const { name, run } of clients) {
  const ask = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') =>
    run(args, { env: { HUSHLINK_SERVER: server.url, ...env }, input });
  /** Shares and gives back the two links. */
  const share = async (content: string, env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = await ask(['share', '--ttl', '3600'], env, content);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^${server.url}/secret/[0-9a-z]{31}\\n$`));
    assert.match(stderr, new RegExp(`^private: ${server.url}/private/[0-9a-z]{31}\\n$`));
    return { link: stdout.trim(), privateLink: stderr.trim().slice('private: '.length) };
  };
  const stateOf = async (link: string) => (await ask(['status', link])).stdout;

  test(`${name} hands over a text byte for byte, once, and says what became of it [GEN-01 REV-06]`, async () => {
    const { link, privateLink } = await share(AWKWARD);
    assert.deepEqual([await stateOf(link), await stateOf(privateLink)], ['new\n', 'new\n']);
    assert.deepEqual(await ask(['open', link]), { code: 0, signal: null, stdout: AWKWARD, stderr: '' });
    const again = await ask(['open', link]);
    assert.deepEqual([again.code, again.stdout], [3, '']);
    assert.equal(again.stderr, 'hushlink: Secret not found or already viewed\n');
    assert.deepEqual([await stateOf(link), await stateOf(privateLink)], ['received\n', 'received\n']);
  });

  test(`${name} hands over ${LARGEST} characters, and says that one more is too many`, async () => {
    const content = '"\u{1f511}\\\n'.repeat(LARGEST / 8) + 'x'.repeat(LARGEST / 2);
    const { link } = await share(content);
    assert.equal((await ask(['open', link])).stdout, content);
    const refused = await ask(['share'], {}, `${content}x`);
    assert.deepEqual([refused.code, refused.stdout], [7, '']);
    assert.match(refused.stderr, /100,000/);
  });

  test(`${name} takes a key for a link, and both from standard input`, async () => {
    const [one, other] = [await share('one'), await share('other')];
    assert.equal((await ask(['open', one.link.slice(-31)])).stdout, 'one');
    assert.equal((await run(['open', '-'], { input: `${other.link}\n` })).stdout, 'other');
  });

  test(`${name} prints the password that the server has made, below its link [GEN-02]`, async () => {
    const made = await ask(['generate', '--ttl', '60']);
    const [link = '', password, end] = made.stdout.split('\n');
    assert.equal((await ask(['open', link])).stdout, password);
    assert.deepEqual([password?.length, end], [16, '']);
  });

  test(`${name} takes the passphrase from the environment or a file, and says how many tries are left`, async (t) => {
    const file = join(temporaryFolder(t), 'passphrase');
    writeFileSync(file, 'blue "bi\\cycle" \u00fc+%&\n');
    const right = { HUSHLINK_PASSPHRASE: 'blue "bi\\cycle" \u00fc+%&' };
    const { link } = await share('x', { HUSHLINK_PASSPHRASE_FILE: file });
    const wrong = await ask(['open', link], { HUSHLINK_PASSPHRASE: 'red' });
    assert.deepEqual([wrong.code, wrong.stdout], [4, '']);
    assert.equal(wrong.stderr, 'hushlink: Double check that passphrase (tries left: 9)\n');
    assert.deepEqual((await ask(['open', link], right)).stdout, 'x');
  });

  test(`${name} shares nothing where the file of the passphrase is missing or empty`, async (t) => {
    const empty = join(temporaryFolder(t), 'empty');
    writeFileSync(empty, '\n');
    for (const file of [empty, `${empty}-not-there`]) {
      const refused = await ask(['share'], { HUSHLINK_PASSPHRASE_FILE: file }, 'x');
      assert.deepEqual([refused.code, refused.stdout], [2, ''], refused.stderr);
      assert.ok(refused.stderr.includes(file), refused.stderr);
    }
  });

  test(`${name} burns by either link, and then it is over`, async () => {
    const [one, other] = [await share('one'), await share('other')];
    assert.equal((await ask(['burn', one.link])).stdout, 'burned\n');
    assert.equal((await ask(['burn', other.privateLink])).stdout, 'burned\n');
    assert.equal((await ask(['burn', other.privateLink])).code, 3);
    const opened = await ask(['open', other.link]);
    assert.deepEqual([opened.code, opened.stdout, await stateOf(one.privateLink)], [3, '', 'burned\n']);
  });

  test(`${name} ends with 2 and asks nobody where its words are wrong`, async () => {
    const key = 'a'.repeat(31);
    const wrong = [[], ['show'], ['open'], ['open', key, key], ['open', key.slice(1)], ['open', `x/${key}`]];
    for (const args of [...wrong, ['share', 'my secret'], ['share', '--ttl'], ['status', '--ttl', '60']])
      assert.equal((await run(args, { env: { HUSHLINK_SERVER: 'http://localhost:1' } })).code, 2, args.join(' '));
    assert.equal((await ask(['open', `${server.url}/private/${key}`])).code, 2);
  });
}

test('the client in sh has no fault that shellcheck knows', () => {
  execFileSync(
    needProgram('shellcheck'),
    clients.filter(({ name }) => name.endsWith('.sh')).map(({ path }) => path),
  );
});
