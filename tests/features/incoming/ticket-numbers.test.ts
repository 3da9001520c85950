import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readIncoming } from '#src/features/incoming/incoming-input.ts';
import { alertOn, openSupport, RECIPIENT } from './stage.ts';

const site = await openSupport({ after }, { env: { HUSHLINK_INCOMING_PER_HOUR: '10000' } });

const hostile = [
  ...['123\r\nBcc: x@example.org', '123\nBcc: x@example.org', '123\rBcc: x@example.org', '\r\n\r\n<b>body</b>'],
  ...['123\n', '\n123', '1\x002', '1\u000b2', '1\u000c2', '1\t2', '1\u001b[31m2', '1\u007f2', '1\u00852', '1\u009b2'],
  ...['1\u20282', '1\u20292', '123\u202e654', '123\u202a', '\u2066123', '123\u2069'],
];

for (const ticketno of hostile) {
  test(`${JSON.stringify(ticketno)} is no ticket number: nothing is sent`, async () => {
    const before = (await site.mails()).length;
    const refused = await site.send({ ticketno });
    assert.equal(refused.status, 422);
    assert.equal(alertOn(refused.text)?.message, 'The ticket number must be one line of plain text.');
    assert.equal((await site.mails()).length, before);
  });
}

test('half a character is no ticket number, and no text', () => {
  const read = readIncoming({ secret: 'x', ticketno: '12\ud83c' }, 100);
  assert.deepEqual(read, { ok: false, failure: { kind: 'ticket-number-not-plain' } });
  const half = readIncoming({ secret: 'x\ud83c', ticketno: '12' }, 100);
  assert.deepEqual(half, { ok: false, failure: { kind: 'not-text' } });
});

for (const ticketno of ['\u200b', ' \u200b\u200c \u200d', '\u2060', '\u00ad', '\u3164', '\ufe0f', '\u2800', '\u200f']) {
  test(`${JSON.stringify(ticketno)} shows nothing, and is no ticket number either`, async () => {
    const before = (await site.mails()).length;
    const refused = await site.send({ ticketno });
    const nothing = await site.send({ ticketno: '' });
    assert.deepEqual([refused.status, alertOn(refused.text)], [422, alertOn(nothing.text)]);
    assert.equal((await site.mails()).length, before);
  });
}

const unusual = [
  ...[
    '000001',
    'ABC-2030/7 (b)',
    'x@example.org',
    'x'.repeat(64),
    '🎟️'.repeat(32),
    '👩‍👩‍👧‍👦 7',
    'Ναι №7',
    'תיק 123',
    'تذكرة ١٢٣',
  ],
  ...[
    'Bcc: x@example.org',
    '=?utf-8?q?x?=',
    '1 =?utf-8?B?4oCub2dl?= 2',
    '7 =?utf-8?Q?=0D=0ABcc:_x?= 8',
    '%0d%0aBcc: x',
    '\\r\\nBcc: x',
    '<b>7</b> & "x" \'y\'',
  ],
  ...['{{host}} {{link}}', '$t(mail.test.subject)', '"><script>', 'a, b <c@d.example>;', '…'.repeat(64)],
];

for (const ticketno of unusual) {
  test(`${JSON.stringify(ticketno)} is a ticket number, and stands in subject and text as it was typed [INC-02 INC-04]`, async () => {
    assert.equal((await site.send({ ticketno })).status, 303);
    const mail = (await site.mails()).at(-1);
    assert.ok(mail);
    assert.equal(mail.parsed.subject, `Ticket ${ticketno}: details for support from localhost:3000`);
    assert.match(mail.parsed.text?.replaceAll('\n', ' ') ?? '', new RegExp(RegExp.escape(`for ticket ${ticketno} on`)));
    assert.doesNotMatch(String(mail.parsed.html), /<(?:b|script)>/);
    assert.deepEqual([mail.to, mail.parsed.cc, mail.parsed.bcc], [[RECIPIENT], undefined, undefined]);
    const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n')).split('\r\n');
    assert.ok(
      head.every((line) => /^[\x20-\x7e]*$/.test(line)),
      'the head of a mail is ASCII',
    );
    assert.equal(head.filter((line) => /^bcc:/i.test(line)).length, 0);
  });
}

test('64 characters may be, one more may not, however long they are in bytes', async () => {
  for (const char of ['x', 'é', '🎟']) {
    assert.equal((await site.send({ ticketno: char.repeat(64) })).status, 303);
    const refused = await site.send({ ticketno: char.repeat(65) });
    assert.equal(refused.status, 422);
    assert.equal(alertOn(refused.text)?.message, 'The ticket number may be at most 64 characters long.');
  }
  assert.equal((await site.send({ ticketno: 'x'.repeat(100_000) })).status, 422);
  // Blanks around it are no part of it.
  assert.equal((await site.send({ ticketno: ` ${'x'.repeat(64)} ` })).status, 303);
});
