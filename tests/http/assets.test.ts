import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import supertest from 'supertest';
import { createAssets } from '#src/http/assets.ts';
import { folderResources, type Resources } from '#src/resources.ts';
import { temporaryFolder } from '../support/temp.ts';

const SCRIPT = 'export const answer = 42;';

/** Static files as the build leaves them. */
function builtResources(t: TestContext): Resources {
  const root = temporaryFolder(t);
  const folder = join(root, 'static');
  mkdirSync(join(folder, 'build'), { recursive: true });
  mkdirSync(join(folder, 'css'));
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'css/base.css'), 'body { margin: 0 }');
  writeFileSync(join(folder, 'build/mount-ABCD1234.js'), SCRIPT);
  writeFileSync(join(folder, 'build/WXYZ5678.js'), SCRIPT);
  writeFileSync(join(folder, 'build/mount-ABCD1234.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'build/mount-ABCD1234.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'build/manifest.json'), JSON.stringify({ favicon: '/static/favicon.svg' }));
  return folderResources(root);
}

function browse(t: TestContext) {
  const { handler } = createAssets(builtResources(t));
  return supertest(express().use('/static', handler));
}

test('a hashed file may be kept for ever and is served as what it is', async (t) => {
  const { status, headers, text } = await browse(t).get('/static/build/mount-ABCD1234.js');
  assert.equal(status, 200);
  assert.equal(text, SCRIPT);
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers.vary, 'Accept-Encoding');
});

test('a chunk, whose name is nothing but its hash, may be kept for ever too', async (t) => {
  const { status, headers } = await browse(t).get('/static/build/WXYZ5678.js');
  assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=31536000, immutable']);
});

test('of the codings a browser takes, the smallest is sent', async (t) => {
  const browser = browse(t);
  const codingFor = async (accepted: string) => {
    const response = await browser.get('/static/build/mount-ABCD1234.js').set('Accept-Encoding', accepted);
    assert.equal(response.status, 200);
    return response.headers['content-encoding'];
  };
  assert.equal(await codingFor('gzip, deflate, br, zstd'), 'br');
  assert.equal(await codingFor('br;q=1.0, gzip;q=0.8'), 'br');
  assert.equal(await codingFor('gzip, deflate'), 'gzip');
  assert.equal(await codingFor('br;q=0, gzip'), 'gzip');
  assert.equal(await codingFor('identity'), undefined);
  assert.equal(await codingFor('zstd'), undefined);
});

test('a file without a hash is asked for again, and costs nothing if it is the same', async (t) => {
  const browser = browse(t);
  const { headers } = await browser.get('/static/favicon.svg');
  assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
  assert.doesNotMatch(headers['cache-control'] ?? '', /immutable/);
  const again = await browser.get('/static/favicon.svg').set('If-None-Match', headers.etag ?? '');
  assert.equal(again.status, 304);
  const other = await browser.get('/static/favicon.svg').set('If-None-Match', '"older"');
  assert.equal(other.status, 200);
});

test('a file has another name in every coding, and is known by each of them, weak, in a list or as anything', async (t) => {
  const browser = browse(t);
  const ask = (accepted: string, known: string) =>
    browser.get('/static/build/mount-ABCD1234.js').set('Accept-Encoding', accepted).set('If-None-Match', known);
  const etags: string[] = [];
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { status, headers } = await ask(accepted, '"older"');
    const etag = headers.etag ?? '';
    etags.push(etag);
    assert.equal(status, 200, accepted);
    for (const known of [etag, `W/${etag}`, `"older", W/${etag}`, '*']) {
      const again = await ask(accepted, known);
      assert.deepEqual([again.status, again.headers.etag, again.text], [304, etag, ''], known);
    }
  }
  assert.equal(new Set(etags).size, 3);
});

test('HEAD gives the headers alone', async (t) => {
  const { status, headers, text } = await browse(t).head('/static/build/mount-ABCD1234.js');
  assert.deepEqual([status, text ?? ''], [200, '']);
  assert.ok(Number(headers['content-length']) > 0);
});

test('sources, the manifest, folders, detours and other methods find nothing', async (t) => {
  const browser = browse(t);
  const paths = ['css/base.css', 'build/manifest.json', 'build', '', '..%2fpackage.json', 'build/mount-ABCD1234.js.br'];
  for (const path of paths) assert.equal((await browser.get(`/static/${path}`)).status, 404, path);
  assert.equal((await browser.post('/static/favicon.svg')).status, 404);
});

test('static files that were not built stop the start with a hint', (t) => {
  assert.throws(() => createAssets(folderResources(temporaryFolder(t))), /npm run build/);
});
