import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { visitorOf } from '../../support/visitor.ts';
import { alertOn, fieldOn, openSupport } from './stage.ts';

const site = await openSupport({ after }, { env: { HUSHLINK_INCOMING_PER_HOUR: '10000' } });

const refusals: [name: string, fields: Record<string, string>, status: number, message: string][] = [
  ['nothing', { secret: '' }, 422, 'You did not provide anything to share'],
  ['no ticket number', { ticketno: '' }, 422, 'Please enter your ticket number.'],
  ['a blank ticket number', { ticketno: ' \u00a0 ' }, 422, 'Please enter your ticket number.'],
  ['a token of nobody', { shrimp: 'stale' }, 422, 'Your form was too old. Please send it again.'],
  [
    'more than visitors may share',
    { secret: '🔑'.repeat(10_001) },
    413,
    'The content may be at most 10,000 characters long.',
  ],
];

for (const [name, fields, status, message] of refusals) {
  test(`${name} is refused in an Error box, and what was typed is still there [INC-04 INC-09]`, async () => {
    const visitor = visitorOf(site);
    const typed = { secret: ' two\r\n<lines> & more', ticketno: 'A-1 "x"', ...fields };
    const refused = await site.send(typed, { visitor });
    assert.equal(refused.status, status);
    assert.deepEqual(alertOn(refused.text), { role: 'alert', title: 'Error', message });
    assert.equal(visitor.textArea(), typed.secret.replaceAll('\r\n', '\n'));
    assert.equal(fieldOn(refused.text, 'ticketno'), typed.ticketno.replaceAll('"', '&quot;'));
    assert.equal((await visitor.submit('/incoming', { secret: 'now right', ticketno: '1' })).status, 303);
  });
}

test('what no field takes does not come back: drawn it would be many times as large', async () => {
  for (const fields of [{ secret: '<'.repeat(300_000) }, { ticketno: '<'.repeat(300_000) }]) {
    const refused = await site.send({ secret: 'x', ticketno: '1', ...fields, shrimp: 'stale' });
    assert.equal(refused.status, 422);
    assert.ok(refused.text.length < 100_000, `${refused.text.length} characters`);
  }
});

test('as much as visitors may share is taken, counted in characters and not in what they weigh', async () => {
  assert.equal((await site.send({ secret: '🔑'.repeat(10_000) })).status, 303);
});

test('the field that is wrong says so, and names the alert', async () => {
  const page = await site.send({ ticketno: '' });
  const [field = ''] = /<input[^>]* name="ticketno"[^>]*>/.exec(page.text) ?? [];
  assert.match(field, /aria-describedby="ticketno-hint incoming-alert"/);
  assert.match(field, /aria-invalid="true"/);
  assert.doesNotMatch(/<textarea[^>]*>/.exec(page.text)?.[0] ?? '', /aria-invalid/);
});

test('fields that are no text are refused', async () => {
  const visitor = visitorOf(site);
  await visitor.open('/incoming');
  for (const name of ['secret', 'ticketno', 'authenticity_payload', 'skill']) {
    const typed: Record<string, string> = { secret: 'x', ticketno: '1' };
    delete typed[name];
    assert.equal((await visitor.submit('/incoming', { ...typed, [`${name}[a]`]: 'x' })).status, 422, name);
  }
});

test("a form of another site is refused by the browser's own word, before anything is read", async () => {
  for (const place of ['cross-site', 'same-site']) {
    const refused = await site.send({}, { headers: { 'Sec-Fetch-Site': place } });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /This form was sent from another site/);
  }
});

test('nobody sends it without a token of a page of ours, cookies or not', async () => {
  const post = supertest(site.app).post('/incoming').set('Host', 'localhost:3000').type('form');
  assert.equal((await post.send({ secret: 'x', ticketno: '1' })).status, 422);
  const visitor = visitorOf(site);
  await visitor.open('/incoming');
  const foreign = fieldOn((await visitorOf(site).open('/incoming')).text, 'shrimp') ?? '';
  assert.equal((await visitor.submit('/incoming', { shrimp: foreign, secret: 'x', ticketno: '1' })).status, 422);
});

test('a program that fills in what nobody sees reads of a success, and nothing is sent', async (t) => {
  const own = await openSupport(t);
  const sent = await own.send({ skill: 'x' });
  assert.deepEqual([sent.status, sent.headers.location], [303, '/incoming?notice=sent']);
  assert.deepEqual(await own.mails(), []);
});
