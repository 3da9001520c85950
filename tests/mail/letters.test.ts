import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simpleParser } from 'mailparser';
import { languageTag } from '#src/i18n/language-tag.ts';
import { createTexts } from '#src/i18n/texts.ts';
import type { Letter, OutgoingMail } from '#src/mail/mail-port.ts';
import { composeMessage } from '#src/mail/message.ts';
import { onlyPacks } from '../support/packs.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { letters, setStage, texts } from './stage.ts';

const nowMs = Date.UTC(2030, 0, 15, 12);
const deps = { texts, siteName: 'Hush of Ours', from: { name: 'Hushlink', address: 'no-reply@hush.example.org' } };
const all = Object.values(letters(nowMs)) as readonly Letter[];

function mailOf(letter: Letter, changes: Partial<OutgoingMail> = {}): OutgoingMail {
  const host = 'hush.example.org';
  return { to: 'bo@example.com', locale: 'en', host, letter, expiresAtMs: nowMs + 1, ticket: null, ...changes };
}

function linksOf(letter: Letter): string[] {
  return Object.values(letter).filter((value) => String(value).startsWith('https://')) as string[];
}

for (const letter of all) {
  test(`a ${letter.kind} mail says what it is about, from which host and until when, in both parts`, () => {
    const { subject, text, html } = composeMessage(mailOf(letter), 'name', nowMs, deps);
    assert.match(subject, /hush\.example\.org/);
    for (const part of [text, html]) {
      assert.match(part, /hush\.example\.org/);
      assert.match(part, /Sent by Hush of Ours at hush\.example\.org/);
      assert.match(part, 'expiresAtMs' in letter ? /until Tuesday, January 15, 2030 at 01:00\sPM UTC/ : /expire/);
      for (const link of linksOf(letter)) assert.ok(part.includes(link), link);
      assert.doesNotMatch(part, /\{\{|undefined|null|mail\.\w+\./);
    }
  });

  test(`a ${letter.kind} mail loads nothing, tracks nothing and links to nothing but what was asked for`, () => {
    const { html } = composeMessage(mailOf(letter), 'name', nowMs, deps);
    const addresses = [...html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => address);
    assert.deepEqual(new Set(addresses), new Set(linksOf(letter)));
    assert.doesNotMatch(html, /<(img|script|link|iframe|form|object|style)\b|url\(|\bsrc=/i);
  });
}

test('the mail of a link names its sender, and says that there is a passphrase only where there is one', () => {
  const { recipientLink, supportIntake } = letters(nowMs);
  const { subject } = composeMessage(mailOf(recipientLink), 'name', nowMs, deps);
  assert.match(subject, /^ada@example\.org sent you a secret/);
  for (const letter of [recipientLink, supportIntake]) {
    const withPassphrase = composeMessage(mailOf({ ...letter, hasPassphrase: true }), 'name', nowMs, deps);
    const without = composeMessage(mailOf({ ...letter, hasPassphrase: false }), 'name', nowMs, deps);
    assert.match(withPassphrase.text, /passphrase/, letter.kind);
    assert.doesNotMatch(without.text, /passphrase/, letter.kind);
  }
});

test('a sender whose domain mixes scripts to be taken for another is named as DNS has it', () => {
  const letter = { ...letters(nowMs).recipientLink, sender: 'ada@p\u0430ypal.com' };
  const { subject, text, html } = composeMessage(mailOf(letter), 'name', nowMs, deps);
  for (const part of [subject, text, html]) {
    assert.ok(part.includes('ada@xn--pypal-4ve.com'));
    assert.doesNotMatch(part, /p\u0430ypal/);
  }
});

test('a mail tells instants in UTC wherever the server stands, also that at which a password was changed', (t) => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'Asia/Tokyo';
  const { text } = composeMessage(mailOf(letters(nowMs).passwordChanged), 'name', nowMs, deps);
  assert.match(text, /Tuesday, January 15, 2030 at 12:00\sPM UTC/);
});

test('who signs up again is told what to do if it was somebody else, as who signs up for the first time is', () => {
  const [again, first] = [letters(nowMs).signUpAgain, letters(nowMs).verification].map(
    (letter) => composeMessage(mailOf(letter), 'name', nowMs, deps).text,
  );
  const otherwise = texts.translator('en')('mail.verification.otherwise');
  assert.deepEqual([again?.includes(otherwise), first?.includes(otherwise)], [true, true]);
});

test('a mail speaks the language of its reader, with the date and the direction of that language', () => {
  const packs = onlyPacks({ de: { mail: { reset: { until: 'Gilt bis {{date}}.' } } }, he: {} });
  const own = { ...deps, texts: createTexts(packs) };
  const german = composeMessage(mailOf(letters(nowMs).reset, { locale: 'de' }), 'name', nowMs, own);
  assert.match(german.text, /Gilt bis Dienstag, 15\. Januar 2030 um 13:00 UTC\./);
  assert.match(german.html, /<html lang="de" dir="ltr">/);
  const hebrew = composeMessage(mailOf(letters(nowMs).reset, { locale: 'he' }), 'name', nowMs, own);
  assert.match(hebrew.html, /<html lang="he" dir="rtl">/);
  const unknown = composeMessage(mailOf(letters(nowMs).reset, { locale: 'xx' }), 'name', nowMs, own);
  assert.match(unknown.html, /<html lang="en" dir="ltr">/);
});

test('the words of a mail keep language and direction where a mail program shows them inside a page of its own', () => {
  const { html } = composeMessage(mailOf(letters(nowMs).reset, { locale: 'he' }), 'name', nowMs, deps);
  const [, shown = ''] = /<body[^>]*>(.*)<\/body>/.exec(html) ?? [];
  assert.match(shown, /^<div lang="he" dir="rtl" style="[^"]+">(?:(?!<\/?div).)+<\/div>$/);
});

test('a day of the week, which no mail can inflect, stands apart where a language would inflect it', () => {
  for (const locale of ['cs', 'pl', 'ru', 'sl_SI', 'uk']) {
    for (const letter of all) {
      const { text } = composeMessage(mailOf(letter, { locale }), 'name', nowMs, deps);
      const day = new Intl.DateTimeFormat(languageTag(locale), { weekday: 'long', timeZone: 'UTC' });
      const [before, ...after] = text.split(day.format(Date.UTC(2030, 0, 15)));
      if (after.length > 0) assert.match(before ?? '', /(: |\()$/, `${locale} ${letter.kind}`);
      else assert.ok(!('expiresAtMs' in letter), `${locale} ${letter.kind}`);
    }
  }
});

test('a mail is named by the domain it comes from, in ASCII', () => {
  const from = { name: '', address: 'no-reply@bücher.example' };
  const { messageId } = composeMessage(mailOf(letters(nowMs).reset), 'name', nowMs, { ...deps, from });
  assert.equal(messageId, '<name@xn--bcher-kva.example>');
});

test('in plain text a link stands under what it is for, with no sign between them that languages set differently', () => {
  const { text } = composeMessage(mailOf(letters(nowMs).verification, { locale: 'fr' }), 'name', nowMs, deps);
  assert.match(text, /\n\nConfirmer cette adresse\nhttps:/);
});

test('what comes from outside is text in the HTML of a mail', () => {
  const sender = '<b onclick=x>&"@example.org';
  const { html } = composeMessage(mailOf({ ...letters(nowMs).recipientLink, sender }), 'name', nowMs, deps);
  assert.ok(!html.includes('<b onclick'));
  assert.ok(html.includes('&lt;b onclick=x&gt;&amp;&quot;@example.org'));
});

test('a line break or another control character anywhere in a mail is refused before it is kept', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, mailTo } = setStage(t, server);
  const { recipientLink } = letters(nowMs);
  for (const breakage of ['\r\nBcc: all@example.com', '\nX: y', '\r', '\0', '\u2028', '\x7f']) {
    const bad = [
      mailTo(`bo@example.com${breakage}`),
      mailTo('bo@example.com', { host: `hush.example.org${breakage}` }),
      mailTo('bo@example.com', { locale: `en${breakage}` }),
      mailTo('bo@example.com', { letter: { ...recipientLink, sender: `ada${breakage}@example.org` } }),
      mailTo('bo@example.com', { letter: { ...recipientLink, link: `https://hush.example.org/${breakage}` } }),
    ];
    for (const mail of bad) await assert.rejects(mailer.send(mail), /control character/);
    for (const mail of bad) assert.throws(() => composeMessage(mail, 'name', nowMs, deps), /control character/);
  }
  assert.deepEqual(await mailer.totals(), { sent: 0, failed: 0, waiting: 0 });
});

test('a mail goes to one bare address: lists, names and routes are refused', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, mailTo } = setStage(t, server);
  const wrong = [
    '',
    'bo',
    'a@b.example, c@d.example',
    'Bo <bo@example.com>',
    'a@b@c.example',
    '"a b"@c.example',
    'a;b@c.example',
    'a,b@c.example',
    'a@b,c.example',
    '@x.example',
  ];
  for (const to of wrong) await assert.rejects(mailer.send(mailTo(to)), /not one address/);
});

test('the head of a mail holds what belongs there and nothing else', async (t) => {
  const server = await startSmtpServer();
  t.after(() => server.stop());
  const { mailer, postman, mailTo } = setStage(t, server);
  await mailer.send(
    mailTo('bo@bücher.example', { letter: { ...letters(nowMs).recipientLink, sender: 'zoë@example.org' } }),
  );
  await postman.deliverDue();
  const [{ raw, to }] = server.mails as [(typeof server.mails)[number]];
  assert.deepEqual(to, ['bo@bücher.example']);
  const { headers, headerLines } = await simpleParser(raw);
  const names = headerLines.map(({ key }) => key).sort();
  const usual = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
  assert.deepEqual(names, ['auto-submitted', ...usual, 'x-auto-response-suppress'].sort());
  assert.equal(headers.get('auto-submitted'), 'auto-generated');
  assert.equal(headers.get('subject'), 'zoë@example.org sent you a secret through hush.example.org');
  assert.match(String(headers.get('message-id')), /^<[\w-]{43}@hush\.example\.org>$/);
});
