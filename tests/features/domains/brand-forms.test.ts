import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { visitorOf } from '../../support/visitor.ts';
import { addDomain, appearanceOf, createDomainApp, newCustomer, SITE, shrimpOf } from './branded-site.ts';
import { picture, png } from './pictures.ts';

const site = createDomainApp({ after });
const owner = await newCustomer(site);
await addDomain(site, owner, 'secrets.example.com');
await addDomain(site, owner, 'unproven.example.com', false);
const appearance = appearanceOf(site, owner, 'secrets.example.com');
const fields = { name: 'Harbour Bank', accent: '#1d7a46', before_reveal: 'Call us.', after_reveal: 'Bye.', home: 'on' };

async function record(name = 'secrets.example.com') {
  const { body } = await supertest(site.app)
    .get(`/api/v2/account/domains/${name}`)
    .set('Host', SITE)
    .set('Cookie', owner.cookies());
  return body.record;
}

test('a saved appearance stands in the form when its page is opened again', async () => {
  const saved = await appearance.save(fields);
  assert.equal(saved.status, 303);
  assert.equal(saved.headers.location, '/account/domains/secrets.example.com/brand?notice=saved');
  const shown = await appearance.open('?notice=saved');
  assert.match(shown.text, /The appearance is saved\./);
  for (const value of ['Harbour Bank', '#1d7a46']) assert.match(shown.text, new RegExp(`value="${value}"`));
  assert.match(shown.text, /<textarea[^>]*>Call us\.<\/textarea>/);
  assert.match(shown.text, /name="home"[^>]*checked=""/);
});

test('an appearance that is refused comes back as it was typed, with the reason, and changes nothing', async () => {
  await appearance.save(fields);
  const refused = await appearance.save({ ...fields, name: 'Other', accent: 'reddish' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /That is not a colour\./);
  for (const value of ['Other', 'reddish']) assert.match(refused.text, new RegExp(`value="${value}"`));
  assert.match(refused.text, /aria-invalid="true"/);
  assert.equal((await record()).brand.name, 'Harbour Bank');
});

test('a domain that is not proven yet can be given its face too', async () => {
  const unproven = appearanceOf(site, owner, 'unproven.example.com');
  assert.equal((await unproven.save({ ...fields, home: '' })).status, 303);
  assert.deepEqual((await record('unproven.example.com')).brand, {
    ...{ name: 'Harbour Bank', accent: '#1d7a46', before_reveal: 'Call us.', after_reveal: 'Bye.' },
    ...{ home: false, logo_url: null },
  });
});

test('a logo is put in place, replaced and removed by forms', async () => {
  const uploaded = await appearance.upload(picture('rgba'));
  assert.equal(uploaded.status, 303);
  assert.equal(uploaded.headers.location, '/account/domains/secrets.example.com/brand?notice=logo');
  const first = (await record()).brand.logo_url;
  assert.match((await appearance.open()).text, new RegExp(`<img[^>]* src="${first}"`));
  await appearance.upload(picture('progressive'), 'anything.png');
  const second = (await record()).brand.logo_url;
  assert.notEqual(second, first);
  assert.equal((await appearance.removeLogo()).status, 303);
  assert.equal((await record()).brand.logo_url, null);
});

test('a logo that is refused changes nothing, and the page says what is taken', async () => {
  await appearance.save(fields);
  await appearance.upload(picture('rgba'));
  const before = (await record()).brand.logo_url;
  const tries = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg', 422, /PNG, JPEG and WebP are taken/],
    [Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')]), 'logo.png', 422, /PNG, JPEG and WebP are taken/],
    [png({ width: 5000 }), 'logo.png', 422, /at most 1,024 pixels wide and high/],
    [Buffer.alloc(100_001), 'logo.png', 413, /at most 100 kB/],
    [Buffer.alloc(2_000_000), 'logo.png', 413, /at most 100 kB/],
    [Buffer.alloc(0), 'logo.png', 422, /Choose a picture first/],
  ] as const;
  for (const [bytes, name, status, words] of tries) {
    const refused = await appearance.upload(bytes, name);
    assert.equal(refused.status, status);
    assert.match(refused.text, words);
    // Else the next 'Save' would take the rest of the appearance away.
    if (status === 422) assert.match(refused.text, /value="Harbour Bank"/);
  }
  assert.equal((await record()).brand.logo_url, before);
});

test('a page of a refused upload that is loaded anew leads back to the appearance', async () => {
  const { headers } = await owner.open('/account/domains/secrets.example.com/logo');
  assert.equal(headers.location, '/account/domains/secrets.example.com/brand');
});

test('programs change the appearance and the logo by the API, and get the domain as it is then', async () => {
  const saved = await appearance.call('brand', { name: 'Harbour', accent: 'abc', home: true });
  assert.equal(saved.status, 200);
  assert.equal(saved.body.message, 'The appearance is saved.');
  const { logo_url: _, ...brand } = saved.body.record.brand;
  assert.deepEqual(brand, { name: 'Harbour', accent: '#aabbcc', before_reveal: '', after_reveal: '', home: true });
  assert.equal(saved.body.details.cluster.cluster_host, 'cluster.example.org');
  const uploaded = await appearance.callWithFile(picture('lossy'));
  assert.match(uploaded.body.record.brand.logo_url, /^\/brand\/[0-9a-f]{20}\/[0-9a-f]{32}$/);
  const removed = await appearance.call('logo/remove', {});
  assert.equal(removed.body.record.brand.logo_url, null);
});

test('the API names the field that is wrong', async () => {
  const wrong = await appearance.call('brand', { name: 'x'.repeat(61) });
  assert.equal(wrong.status, 422);
  assert.deepEqual([wrong.body.error_type, wrong.body.field], ['FormError', 'name']);
  assert.equal(wrong.body.message, 'This may have at most 60 characters.');
  const none = await appearance.call('logo', { logo: picture('rgba').toString('base64') });
  assert.deepEqual([none.status, none.body.field], [422, 'logo']);
});

test('a domain of somebody else looks like none, and stays as it is', async () => {
  const stranger = await newCustomer(site);
  const others = appearanceOf(site, stranger, 'secrets.example.com');
  const before = await record();
  const { status: shown } = await others.open();
  const shrimp = await shrimpOf(stranger);
  const absent = (path: string) => `/account/domains/absent.example.com/${path}`;
  const theirs = (path: string) => `/account/domains/secrets.example.com/${path}`;
  assert.equal(shown, 404);
  for (const path of ['brand', 'logo/remove']) {
    const refused = await stranger.send(theirs(path), { ...fields, shrimp });
    const missing = await stranger.send(absent(path), { ...fields, shrimp });
    assert.equal(refused.status, 404);
    assert.equal(missing.status, 404);
  }
  assert.equal((await others.callWithFile(picture('rgba'))).status, 404);
  assert.deepEqual(await record(), before);
});

test('nobody who is not signed in sees or changes an appearance', async () => {
  const nobody = visitorOf(site, SITE);
  const shown = await nobody.open('/account/domains/secrets.example.com/brand');
  assert.equal(shown.status, 303);
  assert.match(String(shown.headers.location), /^\/signin\?redirect=/);
  const sent = await nobody.send('/account/domains/secrets.example.com/brand', fields);
  assert.equal(sent.status, 303);
  const { status } = await supertest(site.app)
    .post('/api/v2/account/domains/secrets.example.com/brand')
    .set('Host', SITE);
  assert.equal(status, 401);
});

test('a form without its token changes nothing', async () => {
  const before = await record();
  for (const path of ['brand', 'logo', 'logo/remove']) {
    const refused = await owner.send(`/account/domains/secrets.example.com/${path}`, { ...fields, shrimp: 'x' });
    assert.equal(refused.status, 422);
  }
  assert.deepEqual(await record(), before);
});

test('no other route takes a file, and a logo comes alone', async () => {
  const { cookies } = owner;
  const post = (path: string) => supertest(site.app).post(path).set('Host', SITE).set('Cookie', cookies());
  const elsewhere = await post('/dashboard').attach('secret', Buffer.from('a text'), 'a.txt');
  assert.equal(elsewhere.status, 415);
  const withSlash = await post('/account/domains/secrets.example.com/logo/').attach('logo', png(), 'a.png');
  assert.equal(withSlash.status, 422, 'the same route: taken, and refused without its token');
  const otherField = await post('/account/domains/secrets.example.com/logo').attach('other', png(), 'a.png');
  assert.equal(otherField.status, 415);
  const two = await post('/account/domains/secrets.example.com/logo')
    .attach('logo', png(), 'a.png')
    .attach('logo', png(), 'b.png');
  assert.equal(two.status, 400);
});

test('beside a logo, too, a field that is not UTF-8 is refused, and nothing is guessed', async () => {
  const before = await record();
  const part = (head: string, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  const send = (word: Uint8Array) => {
    const parts = [part('name="shrimp"', word), part('name="logo"; filename="a.png"', png()), Buffer.from('--b--\r\n')];
    const post = supertest(site.app).post('/account/domains/secrets.example.com/logo').set('Host', SITE);
    const form = post.set('Cookie', owner.cookies()).set('Content-Type', 'multipart/form-data; boundary=b');
    return form.serialize((bytes) => bytes).send(Buffer.concat(parts) as never);
  };
  assert.equal((await send(Buffer.from('no token'))).status, 422);
  assert.equal((await send(Buffer.from([0x61, 0xff]))).status, 400);
  assert.deepEqual(await record(), before);
});
