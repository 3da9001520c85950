import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Ask } from '../durability/client.ts';
import { openDomainSite, prove, under } from '../features/domains/stage.ts';
import { namesForger } from './forgeries.ts';

const TRUSTED = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.1' };
const behind = await openDomainSite({ after }, { env: TRUSTED });
const alone = await openDomainSite({ after });
const elsewhere = await openDomainSite({ after }, { env: { HUSHLINK_LISTEN_TRUSTED_PROXIES: '10.0.0.0/8,192.0.2.1' } });
for (const site of [behind, alone, elsewhere]) await prove(site, 'secrets.example.com', { hasHome: true });

/** As a proxy passes a request on, under a name of its own. */
async function forwarded(headers: Ask['headers'], site = behind) {
  const { status, body } = await under(site, 'upstream.internal:3000').ask('/', { headers: headers ?? {} });
  return { status, text: body.toString() };
}

test('a trusted proxy says which name it was asked for, in any case and with its port', async () => {
  for (const name of ['hush.example', 'secrets.example.com']) {
    for (const host of [name, name.toUpperCase(), `${name}:443`, `${name}.`, ` ${name} `]) {
      const { status, text } = await forwarded({ 'X-Forwarded-Host': host });
      assert.equal(status, 200, host);
      assert.ok(text.includes(`https://${name}/`), host);
    }
  }
});

test('of several names only the one that the nearest proxy has written counts', async () => {
  assert.equal((await forwarded({ 'X-Forwarded-Host': 'evil.example, hush.example' })).status, 200);
  assert.equal((await forwarded({ 'X-Forwarded-Host': 'hush.example,evil.example,secrets.example.com' })).status, 200);
  for (const names of ['hush.example, evil.example', 'secrets.example.com,evil.example', 'hush.example,', ',', '']) {
    assert.equal((await forwarded({ 'X-Forwarded-Host': names })).status, 421, names);
  }
  const { text } = await forwarded({ 'X-Forwarded-Host': 'evil.example, secrets.example.com' });
  assert.ok(!namesForger(text) && !text.includes('upstream'));
});

test('without a word about it the name that the proxy asks by has to be ours', async () => {
  assert.equal((await forwarded({})).status, 421);
  assert.equal((await behind.client.ask('/')).status, 200);
});

test('anybody else may say what they like: it is not read', async () => {
  for (const site of [alone, elsewhere]) {
    for (const host of ['hush.example', 'secrets.example.com']) {
      assert.equal((await forwarded({ 'X-Forwarded-Host': host }, site)).status, 421);
    }
    const { status, body } = await under(site, 'secrets.example.com').ask('/', {
      headers: { 'X-Forwarded-Host': 'hush.example' },
    });
    assert.equal(status, 200);
    assert.ok(body.includes('https://secrets.example.com/'), 'the name that was asked for, not the one that was said');
  }
});

test('what the proxy says in other words changes neither name nor scheme', async () => {
  const others = {
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Port': '8443',
    Forwarded: 'host=evil.example;proto=http',
    'X-Forwarded-Server': 'evil.example',
    'X-Original-Host': 'evil.example',
  };
  const { status, text } = await forwarded({ 'X-Forwarded-Host': 'secrets.example.com', ...others });
  assert.equal(status, 200);
  assert.ok(text.includes('https://secrets.example.com/'));
  assert.ok(!namesForger(text) && !/http:\/\/secrets|:8443/.test(text));
});
