import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readServedList } from '#src/http/served-list.ts';
import { openResources } from '#src/resources.ts';
import { readVersion } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { startServer } from '../support/server.ts';
import { runCli } from './run-cli.ts';
import { passedOn, sendPage, startTamperer } from './tamperer.ts';

const site = await startServer();
after(() => site.stop());
const list = readServedList(openResources());
const script = list.files.find(({ path }) => path.includes('/mount-'))?.path ?? '';

async function linesOf(url: string): Promise<{ code: number | null; lines: string[]; notes: string }> {
  const { code, stdout, stderr } = await runCli(['verify', url]);
  return { code, lines: stdout.split('\n').filter(Boolean), notes: stderr };
}

test('a site that runs this release unchanged is found to be so', async () => {
  const { code, lines, notes } = await linesOf(site.url);
  assert.deepEqual(lines, [
    `${site.url} serves what ${list.version} serves: ${list.files.length} files and 4 pages compared.`,
  ]);
  assert.deepEqual(
    [code, notes],
    [0, 'This is what the site served to this machine just now; what others get it cannot show.\n'],
  );
});

test('with --json the answer is one object', async () => {
  const end = await runCli(['verify', site.url, '--json']);
  const { version, files } = { version: readVersion(), files: list.files.length };
  assert.deepEqual(JSON.parse(end.stdout), {
    ...{ url: site.url, version, instance_version: version, files, pages: 4, differences: [] },
  });
  assert.deepEqual([end.code, end.stderr], [0, '']);
});

test('a file that differs by one byte is named, once', async (t) => {
  const url = await startTamperer(t, site.url, ({ path, body, response }) => {
    if (path !== script) return false;
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(Buffer.concat([body, Buffer.from(' ')]));
    return true;
  });
  const { code, lines, notes } = await linesOf(url);
  assert.deepEqual([code, lines], [1, [`${script}: is not the file of this release (as identity)`]]);
  assert.match(notes, new RegExp(`^1 difference from ${list.version.replaceAll('.', '\\.')}\\.\n`));
});

test('a file that differs only for browsers, which ask for it compressed, is named', async (t) => {
  const url = await startTamperer(t, site.url, ({ path, request, response }) => {
    if (path !== script || request.headers['accept-encoding'] !== 'gzip') return false;
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('steal()'));
    return true;
  });
  assert.deepEqual((await linesOf(url)).lines, [`${script}: is not the file of this release (as gzip)`]);
});

test('a file that does not end, or that nothing can decode, is a difference and not a failure', async (t) => {
  const [endless, broken] = [list.files[0]?.path, list.files[1]?.path];
  const url = await startTamperer(t, site.url, ({ path, request, response }) => {
    if (path === endless) {
      const pour = () => void response.write(Buffer.alloc(65_536), (error) => !error && pour());
      response.writeHead(200);
      pour();
      return true;
    }
    if (path !== broken || request.headers['accept-encoding'] !== 'br') return false;
    response.writeHead(200, { 'content-encoding': 'br' }).end('this is no Brotli');
    return true;
  });
  const { code, lines } = await linesOf(url);
  assert.deepEqual(lines, [
    `${endless}: is not the file of this release (as identity)`,
    `${broken}: is not the file of this release (as br)`,
  ]);
  assert.equal(code, 1);
});

test('a file that is not there is named', async (t) => {
  const url = await startTamperer(t, site.url, ({ path, response }) => {
    if (path === script) response.writeHead(404).end();
    return path === script;
  });
  const { code, lines } = await linesOf(url);
  assert.deepEqual([code, lines], [1, [`${script}: is not there (404)`]]);
});

test('a script that was added to a page is named, on every page that has it', async (t) => {
  const url = await startTamperer(t, site.url, (passing) => {
    const isPage = passing.answer.headers.get('content-type')?.startsWith('text/html');
    if (!isPage) return false;
    return sendPage(passing, passing.body.toString().replace('</head>', '<script src="/extra.js"></script></head>'));
  });
  const { code, lines } = await linesOf(url);
  assert.equal(code, 1);
  assert.equal(lines.length, 4);
  assert.equal(lines[0], '/: loads what is not of this release: /extra.js');
  assert.match(lines[3] ?? '', /^\/secret\/\w{6}…: loads what is not of this release: \/extra\.js$/);
});

test('a page that browsers read in another encoding than its header says is named, whatever stands in it', async (t) => {
  const url = await startTamperer(t, site.url, ({ path, answer, body, response }) => {
    if (path !== '/' && path !== '/signin') return false;
    const html = body.toString().replace('</head>', '<script src="/extra.js"></script></head>');
    const littleEndian = Buffer.from(`\ufeff${html}`, 'utf16le');
    const bytes = path === '/' ? littleEndian : Buffer.from(littleEndian).swap16();
    response.writeHead(answer.status, passedOn(answer)).end(bytes);
    return true;
  });
  const { code, lines } = await linesOf(url);
  assert.deepEqual(lines, [
    '/: is no page of ours (200 text/html; charset=utf-8)',
    '/signin: is no page of ours (200 text/html; charset=utf-8)',
  ]);
  assert.equal(code, 1);
});

test('another policy, and a header that loads something, are named', async (t) => {
  const url = await startTamperer(t, site.url, (passing) => {
    if (passing.path !== '/signin') return false;
    const headers = { 'content-security-policy': "script-src 'self' cdn.example", link: '</x.css>; rel=stylesheet' };
    return sendPage(passing, passing.body.toString(), headers);
  });
  const { lines } = await linesOf(url);
  assert.deepEqual(lines, [
    "/signin: has another Content-Security-Policy (script-src 'self' cdn.example)",
    '/signin: loads what is not of this release: </x.css>; rel=stylesheet',
  ]);
});

test('a page that is none, and one that sends elsewhere, are named', async (t) => {
  const url = await startTamperer(t, site.url, (passing) => {
    if (passing.path === '/') return sendPage(passing, 'hello', { 'content-type': 'text/html; charset=utf-7' });
    if (passing.path === '/signin') passing.response.writeHead(302, { location: 'https://evil.example/' }).end();
    return passing.path === '/signin';
  });
  const { lines } = await linesOf(url);
  assert.deepEqual(lines, [
    '/: is no page of ours (200 text/html; charset=utf-7)',
    '/signin: is no page of ours (302)',
  ]);
});

test('a style sheet of a brand is known by its name, and must hold the colour of that name and nothing else', async (t) => {
  const accent = (name: string) => `<link rel="stylesheet" href="/brand/${name}.css"></head>`;
  let added = 'a{}';
  const url = await startTamperer(t, site.url, (passing) => {
    if (passing.path === '/') return sendPage(passing, passing.body.toString().replace('</head>', accent('336699')));
    if (passing.path !== '/brand/336699.css') return false;
    passing.response.writeHead(200).end(`:root{--brand:#336699}\n${added}`);
    return true;
  });
  assert.deepEqual((await linesOf(url)).lines, ['/brand/336699.css: is not the file of this release (as identity)']);
  added = '';
  assert.equal((await linesOf(url)).code, 0);
});

test('a site of another version is not compared, and the sentence says with what to compare it', async (t) => {
  const asked: string[] = [];
  const url = await startTamperer(t, site.url, ({ path, response }) => {
    asked.push(path);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"version":["0","9","7"]}');
    return true;
  });
  const end = await runCli(['verify', url]);
  assert.deepEqual([end.code, end.stdout], [7, '']);
  assert.equal(
    end.stderr,
    `hushlink: The site says that it runs 0.9.7, and this is ${list.version}: nothing was compared. Use the hushlink of 0.9.7.\n`,
  );
  assert.deepEqual(asked, ['/api/v2/version']);
});

test('a site that does not tell its version is compared all the same, and the doubt is told', async (t) => {
  const url = await startTamperer(t, site.url, ({ path, response }) => {
    const isAway = path === '/api/v2/version' || path === script;
    if (isAway) response.writeHead(404).end();
    return isAway;
  });
  const { code, lines, notes } = await linesOf(url);
  assert.deepEqual([code, lines], [1, [`${script}: is not there (404)`]]);
  assert.match(notes, /The site does not say which version it runs; if it is not /);
});

test('a site whose API is closed to programs is compared all the same', async (t) => {
  const closed = await startServer({ env: { HUSHLINK_API_ENABLED: 'false' } });
  t.after(() => closed.stop());
  const end = await runCli(['verify', closed.url, '--json']);
  assert.equal(end.code, 0, end.stdout);
  assert.equal(JSON.parse(end.stdout).instance_version, null);
  const url = await startTamperer(t, closed.url, ({ path, request, response }) => {
    if (!path.startsWith('/static/') || request.headers['accept-encoding'] !== 'gzip') return false;
    response.end('not for browsers');
    return true;
  });
  const { code, lines } = await linesOf(url);
  assert.deepEqual([code, lines.length], [1, list.files.length], 'all of its files are ours but for browsers');
});

test('an address that sends elsewhere is not followed, and one without Hushlink is told from one that differs', async (t) => {
  const elsewhere = await startTamperer(t, site.url, ({ response }) => {
    response.writeHead(301, { location: 'https://other.example/' }).end();
    return true;
  });
  const moved = await runCli(['verify', elsewhere]);
  assert.deepEqual(
    [moved.code, moved.stdout, moved.stderr],
    [7, '', 'hushlink: The site sends elsewhere (https://other.example/), which is not followed.\n'],
  );
  const nothing = await startTamperer(t, site.url, ({ response }) => {
    response.writeHead(404).end('nothing here');
    return true;
  });
  const none = await runCli(['verify', nothing]);
  const anything = await startTamperer(t, site.url, ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    return true;
  });
  const other = await runCli(['verify', anything]);
  for (const { code, stdout, stderr } of [none, other]) {
    assert.deepEqual([code, stdout, stderr], [8, '', 'hushlink: No Hushlink answers at this address.\n']);
  }
});

test('a host that is not reached, or not in time, is no verdict', async (t) => {
  const away = await runCli(['verify', `http://127.0.0.1:${await freePort()}`]);
  assert.deepEqual([away.code, away.stdout], [6, '']);
  assert.match(away.stderr, /Could not reach 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.\n$/);
  const silent = await startTamperer(t, site.url, () => true);
  const late = await runCli(['verify', silent, '--timeout', '1']);
  assert.equal(late.code, 6);
  assert.match(late.stderr, /No answer from 127\.0\.0\.1:\d+ within 1 second\.\n$/);
});

test('only the address of a site is taken, without a path', async () => {
  for (const address of ['hush.example.org', 'ftp://hush.example.org', 'https://hush.example.org/secret/x']) {
    assert.equal((await runCli(['verify', address])).code, 2, address);
  }
});
