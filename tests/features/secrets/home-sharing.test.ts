import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';

const site = createTestApp({ after });
const HOST = 'localhost:3000';
const open = () => supertest(site.app).get('/').set('Host', HOST).expect(200);

const tokensIn = (html: string) => new Set(html.match(/[0-9a-z]{8}\.[\w-]{43}/g));

test('two visitors get the same page but for their tokens, and neither token is good for the other', async () => {
  const [first, second] = [await open(), await open()];
  const [firstToken] = tokensIn(first.text);
  const [secondToken] = tokensIn(second.text);
  assert.equal(tokensIn(first.text).size, 1);
  assert.notEqual(firstToken, secondToken);
  assert.equal(first.text.replaceAll(firstToken!, ''), second.text.replaceAll(secondToken!, ''));
  const cookie = String(first.headers['set-cookie']?.[0]).split(';')[0]!;
  const post = (shrimp: string) =>
    supertest(site.app).post('/').set('Host', HOST).set('Cookie', cookie).type('form').send({ secret: 'x', shrimp });
  await post(secondToken!).expect(422);
  await post(firstToken!).expect(303);
});

test('what one visitor typed is on nobody else’s page', async () => {
  const typed = supertest(site.app).post('/').set('Host', HOST).type('form');
  const refused = await typed.send({ secret: 'my own words', ttl: '1', kind: 'share' }).expect(422);
  assert.match(refused.text, /my own words/);
  assert.doesNotMatch((await open()).text, /my own words/);
});

test('the page of one host is never shown on another', async () => {
  for (const host of ['localhost:3000', '127.0.0.1:8080', 'localhost:3000', '[::1]:3000']) {
    const { text } = await supertest(site.app).get('/').set('Host', host).expect(200);
    assert.ok(text.includes(`http://${host}/secret/`), host);
  }
});

test('more hosts than are kept are served all the same', async () => {
  for (let port = 1; port <= 80; port += 1) {
    const { text } = await supertest(site.app).get('/').set('Host', `localhost:${port}`).expect(200);
    assert.ok(text.includes(`localhost:${port}/secret/`));
  }
});
