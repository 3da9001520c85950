import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { visitorOf } from '../../support/visitor.ts';
import { addDomain, appearanceOf, createDomainApp, get, newCustomer, SITE } from './branded-site.ts';
import { type PictureName, picture, readLogo } from './pictures.ts';

const site = createDomainApp({ after });
const owner = await newCustomer(site);
const HOST = 'secrets.example.com';
const OTHER = 'other.example.net';
await addDomain(site, owner, HOST);
await addDomain(site, owner, OTHER);
const appearance = appearanceOf(site, owner, HOST);
const words = {
  name: 'Harbour Bank',
  accent: '#1d7a46',
  before_reveal: 'Line one\nLine <b>two</b>',
  after_reveal: 'Bye.',
};

async function logoUrl(name: PictureName): Promise<string> {
  const { body } = await appearance.callWithFile(picture(name));
  return body.record.brand.logo_url;
}

async function share(host: string, secret = 'the secret') {
  const { body } = await supertest(site.app)
    .post('/api/v2/secret/conceal')
    .set('Host', host)
    .send({ kind: 'share', secret });
  return { secret: `/secret/${body.record?.secret.key}`, private: `/private/${body.record?.metadata.key}` };
}

for (const [name, type] of [
  ['rgba', 'image/png'],
  ['baseline', 'image/jpeg'],
  ['seeThrough', 'image/webp'],
] as const) {
  test(`a logo is served as the picture it is, for ever, and can do nothing: ${type}`, async () => {
    const url = await logoUrl(name);
    const kept = readLogo(picture(name));
    for (const host of [SITE, HOST]) {
      const { status, headers, body } = await get(site, host, url);
      assert.equal(status, 200);
      assert.ok(kept.ok && Buffer.from(kept.value.bytes).equals(body));
      assert.equal(headers['content-type'], type);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['set-cookie'], undefined);
    }
  });
}

test('a logo that was replaced or removed is gone, and no domain serves that of another', async () => {
  const first = await logoUrl('rgba');
  const second = await logoUrl('palette');
  assert.equal((await get(site, HOST, first)).status, 404);
  assert.equal((await get(site, HOST, second)).status, 200);
  assert.equal((await get(site, OTHER, second)).status, 404);
  await appearance.call('logo/remove', {});
  for (const host of [SITE, HOST]) assert.equal((await get(site, host, second)).status, 404);
});

test('below /brand/ there is nothing but colours and logos', async () => {
  const paths = [
    'x',
    '1d7a4.css',
    '1D7A46.css',
    '1d7a46.png',
    '%3Aroot.css',
    '1d7a46;}.css',
    'a/b',
    `${'0'.repeat(20)}/x`,
  ];
  for (const path of paths) assert.equal((await get(site, HOST, `/brand/${path}`)).status, 404);
  assert.equal((await supertest(site.app).post('/brand/1d7a46.css').set('Host', HOST)).status, 405);
});

test('a colour is served as a stylesheet that changes the one token, for ever', async () => {
  for (const host of [SITE, HOST]) {
    const { status, headers, body } = await get(site, host, '/brand/1d7a46.css');
    assert.equal(status, 200);
    assert.equal(String(body), ':root{--brand:#1d7a46}\n');
    assert.equal(headers['content-type'], 'text/css; charset=utf-8');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  }
});

test('the recipient of a branded domain sees name, logo, colour and words beside the host, as text', async () => {
  await appearance.call('brand', { ...words, home: true });
  const url = await logoUrl('rgba');
  const link = await share(HOST);
  const visitor = visitorOf(site, HOST);
  const { text } = await visitor.open(link.secret);
  assert.match(text, /<img[^>]* src="[^"]*"[^>]*alt=""/);
  assert.ok(text.includes(`src="${url}"`));
  assert.match(text, /<bdi>Harbour Bank<\/bdi>/);
  assert.match(text, /Hosted by<\/small><bdi>secrets\.example\.com<\/bdi>/);
  assert.match(text, /style-\w+\.css">\n<link rel="stylesheet" href="\/brand\/1d7a46\.css">/);
  assert.match(text, /Line one\nLine &lt;b&gt;two&lt;\/b&gt;<\/p><form/);
  assert.doesNotMatch(text, />Bye\.</);
  assert.match(text, /<title>[^<]* · Harbour Bank<\/title>/);
});

test('a domain without a name of its own is called by its host', async () => {
  await appearance.call('brand', { ...words, name: '', home: true });
  const { text } = await visitorOf(site, HOST).open('/');
  assert.match(text, /<title>[^<]* · secrets\.example\.com<\/title>/);
  assert.match(text, /<a class="brand" href="\/" aria-label="[^"]*secrets\.example\.com[^"]*"/);
});

test('what the owner says afterwards stands below what a form without script has opened', async () => {
  await appearance.call('brand', { ...words, home: true });
  const link = await share(HOST, 'opened by a form');
  const visitor = visitorOf(site, HOST);
  await visitor.open(link.secret);
  const { text } = await visitor.submit(link.secret);
  assert.match(text, /opened by a form<\/textarea>[\s\S]*>Bye\.<\/p>/);
  assert.doesNotMatch(text, /<p[^>]*>Line one/);
});

test('pages of a custom domain lead to no page that is not served there, but to the site that runs it [REV-16]', async () => {
  await appearance.call('brand', { ...words, home: true });
  const link = await share(HOST);
  const visitor = visitorOf(site, HOST);
  const gone = `/secret/${'0'.repeat(31)}`;
  for (const path of [
    '/',
    link.secret,
    `${link.secret}/burn`,
    link.private,
    `${link.private}/burn`,
    gone,
    '/nothing',
  ]) {
    const { text } = await visitor.open(path);
    const links = [...text.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, url = '']) => url);
    const strange = links.filter((url) => !/^(?:\/|#main|\/(?:static|brand|secret|private)\/.*)$/.test(url));
    assert.deepEqual(strange, [`https://${SITE}/`], path);
    assert.match(text, /">Powered by Hushlink<\/a>/);
    assert.match(text, /Harbour Bank/);
  }
});

test('a domain without a home says calmly that links open there, and takes nothing', async () => {
  await appearance.call('brand', { ...words, home: false });
  const visitor = visitorOf(site, HOST);
  const { status, text } = await visitor.open('/');
  assert.equal(status, 200);
  assert.match(text, /<h1>Links to secrets open here<\/h1>/);
  assert.match(text, /<bdi>secrets\.example\.com<\/bdi>/);
  assert.doesNotMatch(text, /<form|<textarea/);
  const refused = await supertest(site.app)
    .post('/api/v2/secret/conceal')
    .set('Host', HOST)
    .send({ kind: 'share', secret: 'x' });
  assert.equal(refused.body.message, 'Nothing can be shared here. Links to secrets can be opened.');
});

test('where only customers share, a domain takes nothing either: nobody can sign in there', async (t) => {
  const closed = createDomainApp(t, { HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in' });
  const customer = await newCustomer(closed);
  await addDomain(closed, customer, HOST);
  await appearanceOf(closed, customer, HOST).call('brand', { ...words, home: true });
  const { text } = await visitorOf(closed, HOST).open('/');
  assert.match(text, /Links to secrets open here/);
  assert.doesNotMatch(text, /signed in|<form/);
});

test('a page of a domain is that of another one or of the site in nothing, whoever asked before', async () => {
  await appearance.call('brand', { name: 'Harbour Bank', accent: '#1d7a46', home: true });
  await appearanceOf(site, owner, OTHER).call('brand', { name: 'Other Office', accent: '#a03030', home: true });
  for (let round = 0; round < 3; round += 1) {
    for (const [host, own, colour] of [
      [HOST, 'Harbour Bank', '1d7a46'],
      [SITE, 'Hushlink', null],
      [OTHER, 'Other Office', 'a03030'],
    ] as const) {
      const { text } = await visitorOf(site, host).open('/');
      assert.ok(text.includes(`aria-label="${own}, home"`), host);
      assert.deepEqual(text.match(/(?<=href="\/brand\/)\w+/)?.[0] ?? null, colour);
      for (const other of ['Harbour Bank', 'Other Office']) assert.equal(text.includes(other), other === own, host);
    }
  }
});
