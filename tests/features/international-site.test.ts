import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { visitorOf } from '../support/visitor.ts';
import { openSupport, pathIn } from './incoming/stage.ts';

const HOST = 'xn--bcher-kva.example:8443';
const SHOWN = 'bücher.example:8443';
const site = await openSupport({ after }, { env: { HUSHLINK_SITE_HOST: SHOWN } });

test('a site of an international name calls itself as people read it, in mails, and links as browsers do', async () => {
  const sent = await site.send({}, { visitor: visitorOf(site, HOST) });
  assert.equal(sent.status, 303);
  const [mail] = await site.mails();
  assert.match(mail?.parsed.subject ?? '', new RegExp(SHOWN));
  const text = mail?.parsed.text ?? '';
  assert.match(text, new RegExp(`Sent by Hushlink at ${SHOWN}`));
  assert.match(text, new RegExp(`https://${HOST}/secret/\\w{31}`));
  assert.equal(text.replaceAll(`https://${HOST}/`, '').includes('xn--'), false);
});

test('what support is sent is shared for the site itself, by the name that every other secret of it has', async () => {
  await site.send({}, { visitor: visitorOf(site, HOST) });
  const mail = (await site.mails()).at(-1) ?? assert.fail('no mail');
  const { body } = await supertest(site.app)
    .get(`/api/v2${pathIn(mail)}`)
    .set('Host', HOST);
  assert.equal(body.record.share_domain, HOST);
});

test('a program may name the site as people read it, in any capitals, with its port or without', async () => {
  for (const share_domain of [HOST, SHOWN, SHOWN.toUpperCase(), 'bücher.example', 'xn--bcher-kva.example.']) {
    const call = supertest(site.app).post('/api/v2/secret/conceal').set('Host', HOST);
    const { status, body } = await call.send({ secret: 'x', share_domain });
    assert.deepEqual([status, body.record?.share_domain], [200, HOST], share_domain);
  }
  for (const share_domain of ['other.example:8443', ':8443', 'a b']) {
    const call = supertest(site.app).post('/api/v2/secret/conceal').set('Host', HOST);
    assert.equal((await call.send({ secret: 'x', share_domain })).status, 422, share_domain);
  }
});

test('pages of a site of an international name call it as people read it, and their form sends back its A-labels', async () => {
  const visitor = visitorOf(site, HOST);
  await visitor.open('/');
  const own = /name="share_domain" value="([^"]*)"/.exec(visitor.html())?.[1];
  assert.equal(own, HOST);
  assert.match(visitor.html(), new RegExp(`<bdi class="disc__sum">${SHOWN}</bdi>`));
  const shared = await visitor.submit('/', { secret: 'x', kind: 'share', share_domain: own ?? '' });
  const key = await visitor.open(String(shared.headers.location));
  const [link] = new RegExp(`https://${HOST}/secret/\\w{31}`).exec(key.text) ?? [];
  const page = await visitor.open(new URL(link ?? '').pathname);
  assert.match(page.text, new RegExp(`<bdi>${SHOWN}</bdi>`));
});
