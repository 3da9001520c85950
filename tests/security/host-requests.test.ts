import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { keysOf } from '../durability/client.ts';
import { openDomainSite, prove } from '../features/domains/stage.ts';

const site = await openDomainSite({ after });
await prove(site, 'secrets.example.com', { hasHome: true });
const NAMES = ['hush.example', 'secrets.example.com'];

/** Sends a request byte for byte; the status and everything that came back. */
function send(...lines: string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.port, '127.0.0.1', () =>
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n')),
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('end', () => {
      const text = Buffer.concat(chunks).toString();
      socket.destroy();
      resolve({ status: Number(text.split(' ', 2)[1]), text });
    });
  });
}

const get = (path: string, ...lines: string[]) => send(`GET ${path} HTTP/1.1`, ...lines);

test('a name counts whatever its case, with its final dot and with the scheme’s own port, and links do not repeat that', async () => {
  for (const name of NAMES) {
    const written = [name, name.toUpperCase(), `${name}.`, `${name}:443`, `${name}.:443`, ` ${name}\t`];
    for (const host of written) {
      const { status, text } = await get('/', `Host: ${host}`);
      assert.equal(status, 200, host);
      assert.ok(text.includes(`https://${name}/`), host);
      assert.ok(
        !text.includes(`${name}.:`) && !text.includes(`${name}:443`) && !text.includes(name.toUpperCase()),
        host,
      );
    }
  }
});

test('what only looks like one of our names is refused on every path, and not repeated', async () => {
  const wrong = NAMES.flatMap((name) => [
    ...[`evil.example`, `evil-${name}`, `${name}.evil.example`, `evil.${name}`, `${name}@evil.example`, `evil@${name}`],
    ...[
      `user:evil@${name}:443`,
      `${name}:443@evil.example`,
      `${name}/evil`,
      `${name}#evil`,
      `${name}\\evil`,
      `${name}%00evil`,
    ],
    ...[
      `${name}..`,
      `.${name}`,
      `${name}:`,
      `${name}:80`,
      `${name}:8443`,
      `${name}:0443`,
      `${name}:99999`,
      `${name}:evil`,
    ],
    ...[
      `${name},evil.example`,
      `evil.example,${name}`,
      `${name} evil.example`,
      `https://${name}`,
      `//${name}`,
      `"${name}"`,
    ],
  ]);
  const addresses = [
    '',
    ' ',
    '.',
    '127.0.0.1',
    '[::1]',
    'localhost',
    '192.0.2.1',
    '0',
    '*',
    'null',
    'xn--',
    'x'.repeat(300),
  ];
  const paths = ['/', '/secret/evil', '/private/evil', '/signin', '/nowhere', '/api/v2/status', '/api/v2/secret/evil'];
  for (const host of [...wrong, ...addresses]) {
    for (const path of paths) {
      const { status, text } = await get(path, `Host: ${host}`);
      assert.ok([400, 421].includes(status), `${host} ${path}: ${status}`);
      const repeated = text.replaceAll(path, '');
      assert.ok(!repeated.includes('evil') && !/^location:/im.test(text), `${host} ${path}: ${text}`);
    }
  }
});

test('with two Host lines nobody knows which one a proxy has judged: refused, whatever they say', async () => {
  for (const [first = '', second = ''] of [
    ...[
      ['hush.example', 'evil.example'],
      ['evil.example', 'hush.example'],
      ['hush.example', 'hush.example'],
    ],
    ...[
      ['secrets.example.com', 'hush.example'],
      ['hush.example', 'secrets.example.com'],
      ['secrets.example.com', ''],
    ],
  ]) {
    const { status, text } = await get('/', `Host: ${first}`, `hOST: ${second}`);
    assert.equal(status, 421, `${first} ${second}`);
    assert.ok(!text.includes('evil'));
  }
});

test('a request line that names a host itself is refused', async () => {
  const targets = [
    ...[
      'http://evil.example/',
      'https://hush.example/',
      'http://secrets.example.com/secret/x',
      'evil.example:443',
      '*',
      '',
    ],
    ...['http://hush.example@evil.example/', 'HTTP://evil.example', '?x', 'secret/x'],
  ];
  for (const target of targets) {
    for (const name of NAMES) {
      const { status, text } = await get(target, `Host: ${name}`);
      assert.equal(status, 400, target);
      assert.ok(!text.includes('evil'), target);
    }
  }
  const { status } = await send('OPTIONS * HTTP/1.1', 'Host: hush.example');
  assert.equal(status, 400);
});

test('a path that looks like another host is a path: there is nothing, and it leads nowhere', async () => {
  for (const path of [
    '//evil.example/',
    '//evil.example/secret/x',
    '/\\evil.example',
    '/.//evil.example',
    '///evil.example',
  ]) {
    for (const name of NAMES) {
      const { status, text } = await get(path, `Host: ${name}`);
      assert.equal(status, 404, path);
      assert.ok(!/^location:/im.test(text), path);
    }
  }
});

test('what browsers keep to themselves, behind a #, makes no other path of a request: it is refused', async () => {
  const { secretKey } = keysOf(await site.client.post('/secret/conceal', { kind: 'share', secret: 'of the site' }));
  for (const name of NAMES) {
    // The last two are parsed as addresses, with a name of their own, by the router behind the listener.
    for (const target of ['/#evil', `/secret/${secretKey}#evil`, `//x@evil/secret/${secretKey}#`, '//x@[#evil']) {
      const { status, text } = await get(target, `Host: ${name}`);
      assert.equal(status, 400, `${name} ${target}`);
      assert.ok(!text.includes('evil'), target);
    }
  }
});

test('without any Host there is nothing to be had', async () => {
  assert.equal((await get('/')).status, 400);
  const { status } = await send('GET / HTTP/1.0');
  assert.equal(status, 421);
});
