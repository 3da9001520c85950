import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { withFailing } from '../../support/failing-room.ts';
import { visitorOf } from '../../support/visitor.ts';
import { alertOn, fieldOn, openSupport, RECIPIENT } from './stage.ts';

for (const [room, failing] of [
  ['places', (error: () => Error | null) => withFailing('places', ['take'], error)],
  ['secrets', (error: () => Error | null) => withFailing('secrets', ['put'], error)],
  ['outbox', (error: () => Error | null) => withFailing('outbox', ['put'], error)],
] as const) {
  test(`where the store of ${room} does not answer the form says that nothing was sent, keeps the text, and can be sent again [INC-09]`, async (t) => {
    let isAway = true;
    const site = await openSupport(t, { around: failing(() => (isAway ? new StoreUnavailable('away') : null)) });
    const visitor = visitorOf(site);
    const refused = await site.send({ secret: 'typed\r\n<text>', ticketno: 'A 7' }, { visitor });
    assert.equal(refused.status, 503);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    const message = 'Your details were not sent: they cannot be stored right now. Please send them again in a moment.';
    assert.deepEqual(alertOn(refused.text), { role: 'alert', title: 'Error', message });
    assert.equal(visitor.textArea(), 'typed\n<text>');
    assert.equal(fieldOn(refused.text, 'ticketno'), 'A 7');
    assert.deepEqual(await site.mails(), []);
    isAway = false;
    assert.equal((await visitor.submit('/incoming', { secret: 'typed', ticketno: 'A 7' })).status, 303);
    assert.equal((await site.mails()).length, 1);
  });
}

test('where the store breaks off under way the form says that it is not certain, and keeps the text', async (t) => {
  const cause = () => new StoreUnavailable('broken off', { isUnchanged: false });
  const site = await openSupport(t, { around: withFailing('outbox', ['put'], cause) });
  const visitor = visitorOf(site);
  const refused = await site.send({ secret: 'typed' }, { visitor });
  assert.equal(refused.status, 503);
  assert.match(alertOn(refused.text)?.message ?? '', /^It is not certain whether your details were sent/);
  assert.equal(visitor.textArea(), 'typed');
});

test('what nobody foresaw is an incident in the log, and nothing of what was typed', async (t) => {
  const site = await openSupport(t, {
    around: withFailing('outbox', ['put'], () => new Error('no such table: outbox')),
  });
  const refused = await site.send({ secret: 'MARKED-CONTENT', ticketno: 'MARKED-TICKET' });
  assert.equal(refused.status, 500);
  const [incident = 'none'] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(refused.text) ?? [];
  assert.ok(site.logged.some((line) => line.includes(incident) && line.includes('"event":"failure"')));
  assert.doesNotMatch(site.logged.join('\n'), /MARKED-/);
});

test('while the mail server is away details are taken, and mailed when it is back', async (t) => {
  const site = await openSupport(t);
  site.mailbox.manner = 'later';
  assert.equal((await site.send()).status, 303);
  assert.deepEqual(await site.mails(), []);
  site.mailbox.manner = 'take';
  site.clock.advance(60_000);
  assert.equal((await site.mails()).length, 1);
});

test('a mail that could not be sent before the secret is over is not sent any more', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_INCOMING_TTL: '1h' } });
  assert.equal((await site.send()).status, 303);
  site.clock.advance(3_600_000);
  assert.deepEqual(await site.mails(), []);
  assert.equal(site.mailbox.connections, 0);
  assert.ok(!site.logged.join('\n').includes(RECIPIENT));
});
