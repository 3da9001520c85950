import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import type { Store } from '#src/store/store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { createTestApp } from '../../support/app.ts';
import { addUnproven, DOMAINS_ON, prove } from './stage.ts';

const site = createTestApp({ after }, { env: DOMAINS_ON });
const ask = (query: string) => supertest(site.internal).get(`/ask${query}`);

await prove(site, 'secrets.example.com');
await prove(site, 'xn--bcher-kva.example.com');
await addUnproven(site, 'unproven.example.com');

test('a certificate may be had for the site and for every proven domain', async () => {
  for (const name of ['hush.example', 'secrets.example.com', 'SECRETS.example.com', 'xn--bcher-kva.example.com']) {
    const { status } = await ask(`?domain=${name}`);
    assert.equal(status, 200, name);
  }
});

test('for any other name, for none and for several there is none', async () => {
  const others = ['unproven.example.com', 'nobody.example.com', 'www.hush.example', 'sub.secrets.example.com'];
  const odd = [
    '',
    'localhost',
    '127.0.0.1',
    'secrets.example.com:443',
    'secrets.example.com.',
    ' ',
    '%00',
    'x'.repeat(5000),
  ];
  for (const name of [...others, ...odd, 'b%C3%BCcher.example.com', '*.example.com', '../ask']) {
    assert.equal((await ask(`?domain=${name}`)).status, 404, name);
  }
  for (const query of [
    '',
    '?',
    '?name=hush.example',
    '?domain=hush.example&domain=hush.example',
    '?domain[]=hush.example',
  ]) {
    assert.equal((await ask(query)).status, 404, query);
  }
});

test('a domain that was removed has no certificate any more', async () => {
  const domain = await prove(site, 'brief.example.com');
  assert.equal((await ask('?domain=brief.example.com')).status, 200);
  await site.store.domains.remove(domain.ownerTag, domain.name);
  assert.equal((await ask('?domain=brief.example.com')).status, 404);
});

test('it is only asked: any other method is refused, and nothing else is served there', async () => {
  for (const method of ['post', 'put', 'delete', 'patch'] as const) {
    const { status, headers } = await supertest(site.internal)[method]('/ask?domain=hush.example');
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'], method);
  }
  for (const path of [
    '/',
    '/signin',
    '/api/v2/status',
    '/livez',
    '/static/favicon.svg',
    '/Ask',
    '/colonel',
    '/secret/x',
  ]) {
    assert.equal((await supertest(site.internal).get(path).set('Host', 'hush.example')).status, 404, path);
  }
});

test('visitors cannot ask: the door for them has no such address', async () => {
  const { status } = await supertest(site.app).get('/ask?domain=hush.example').set('Host', 'hush.example');
  assert.equal(status, 404);
});

test('every answer forbids guessing its type and keeping it', async () => {
  for (const path of ['/ask?domain=hush.example', '/ask', '/nowhere', '/ask%zz']) {
    const { headers } = await supertest(site.internal).get(path);
    assert.deepEqual([headers['x-content-type-options'], headers['cache-control']], ['nosniff', 'no-store'], path);
    assert.deepEqual([headers['x-powered-by'], headers.etag, headers['set-cookie']], [undefined, undefined, undefined]);
  }
});

test('who asks while the store is away is told to ask again, and no certificate is given', async (t) => {
  const findServed = async () => {
    throw new StoreUnavailable('away', { isUnchanged: false });
  };
  const store = { ...site.store, domains: { ...site.store.domains, findServed } } as unknown as Store;
  const away = createTestApp(t, { env: DOMAINS_ON, store });
  const answer = await supertest(away.internal).get('/ask?domain=secrets.example.com');
  assert.equal(answer.status, 503);
  assert.match(String(answer.headers['retry-after']), /^\d+$/);
  assert.equal((await supertest(away.internal).get('/ask?domain=hush.example')).status, 200);
});

test('without custom domains the site alone has a certificate, without a name nobody', async (t) => {
  const plain = createTestApp(t, { env: { HUSHLINK_SITE_HOST: 'hush.example:8443' } });
  await prove(plain, 'secrets.example.com');
  assert.equal((await supertest(plain.internal).get('/ask?domain=hush.example')).status, 200);
  assert.equal((await supertest(plain.internal).get('/ask?domain=secrets.example.com')).status, 404);
  const nameless = createTestApp(t);
  for (const name of ['', 'localhost', 'null']) {
    assert.equal((await supertest(nameless.internal).get(`/ask?domain=${name}`)).status, 404, name);
  }
});
