import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  burned,
  metadataKey,
  nowMs,
  privatePage,
  received,
  render,
  type SentChanges,
  secretKey,
  textareaValue,
  wordsOf,
} from './sample-pages.ts';

/** Waiting, and over in each way. */
const states: readonly SentChanges[] = [{}, received, burned, { record: { is_expired: true } }];
const shown = { can_decrypt: true, show_secret: true, secret_value: '\nuser: branch', display_lines: 5 };

test('the share link stands on the page with a copy button', () => {
  const html = render(privatePage({ isFresh: true }));
  assert.match(html, /<h1>Your link is ready<\/h1>/);
  assert.match(html, new RegExp(`<output[^>]*>https://hush\\.example\\.org/secret/${secretKey}</output>`));
  assert.match(html, /<button[^>]*>.*Copy<\/span><\/button>/);
});

test('the slip names the host that the link leads to, while it waits and afterwards', () => {
  for (const changes of [{}, received]) {
    const html = render(privatePage({ ...changes, linkHost: 'secrets.example.com:8443' }));
    assert.match(html, /<div class="slip__stub">.*?<bdi[^>]*>secrets\.example\.com:8443<\/bdi>/);
  }
});

test('a passphrase is mentioned only when there is one [META-03]', () => {
  for (const state of states) {
    const guarded = privatePage({ ...state, details: { ...state.details, has_passphrase: true } });
    assert.match(wordsOf(render(guarded)), /Passphrase Required to open it/);
    assert.doesNotMatch(wordsOf(render(privatePage(state))), /Required to open it/);
  }
});

test('recipients are named if they may be shown, obscured as they came [META-04]', () => {
  const record = { show_recipients: true, recipients: 'fo*****@e*****.com' };
  assert.match(wordsOf(render(privatePage({ record }))), /Sent to fo\*{5}@e\*{5}\.com/);
  const quiet = { ...record, show_recipients: false };
  for (const page of [privatePage(), privatePage({ record: quiet })]) {
    assert.doesNotMatch(wordsOf(render(page)), /Sent to/);
  }
});

test('content that may be shown stands in a read-only text area of its lines [META-05]', () => {
  for (const lines of [5, 7]) {
    const html = render(privatePage({ details: { ...shown, display_lines: lines } }));
    assert.match(
      html,
      new RegExp(
        `<textarea class="secret" id="own" readOnly="" rows="${lines}" dir="auto" autoComplete="off" spellCheck="false">`,
      ),
    );
    assert.equal(textareaValue(html, 'own'), '\nuser: branch');
  }
});

test('the page says for how long the content stays on it', () => {
  const until = { ...shown, shown_until: nowMs / 1000 + 240 };
  assert.match(wordsOf(render(privatePage({ details: until }))), /Shown here for the next 4 minutes\./);
  const last = render(privatePage({ details: { ...shown, shown_until: Math.floor(nowMs / 1000) } }));
  assert.match(last, /data-shown-seconds="1"/);
});

test('with a passphrase the content is only said to be encrypted [META-06]', () => {
  const html = render(privatePage({ details: { has_passphrase: true, can_decrypt: false } }));
  assert.match(wordsOf(html), /encrypted The passphrase is needed to read it/);
  assert.doesNotMatch(html, /<textarea|\*\*\*/);
});

test('content that is not shown is a row of asterisks, also where it could be [META-05 META-07]', () => {
  const hidden = [{}, { ...shown, show_secret: false }, { ...shown, can_decrypt: false }];
  for (const details of hidden) {
    const html = render(privatePage({ details }));
    assert.match(html, /<span class="mono" aria-hidden="true">\*+<\/span>/);
    assert.doesNotMatch(html, /<textarea|user: branch/);
  }
});

test('cut off content is pointed out [META-08]', () => {
  const text = /The content was longer than the limit, so the end was cut off\./;
  for (const state of states) {
    const cut = privatePage({ ...state, details: { ...state.details, is_truncated: true } });
    assert.match(wordsOf(render(cut)), text);
    assert.doesNotMatch(wordsOf(render(privatePage(state))), text);
  }
});

test('a received or burned secret shows when, in UTC beside the local time [META-09]', () => {
  for (const [state, word] of [
    [received, 'Received'],
    [burned, 'Burned'],
  ] as const) {
    const html = render(privatePage(state));
    assert.match(html, new RegExp(`<dt>${word}</dt>.*<time dateTime="2026-11-20T08:02:09.000Z"[^>]*data-local`, 'i'));
    assert.match(html, /<span class="faint needs-script">November 20, 2026 at 8:02\sAM\sUTC<\/span>/);
  }
});

test('a waiting secret shows when it expires and when it was created, in UTC [META-10]', () => {
  assert.match(wordsOf(render(privatePage())), /Expires in 7 days Created November 21, 2026 at 9:13\sAM\sUTC/);
});

test('a waiting secret can be burned from its page; one that is over cannot [META-11]', () => {
  const link = `href="/private/${metadataKey}/burn"`;
  const [waiting, ...over] = states;
  assert.ok(render(privatePage(waiting)).includes(link));
  for (const state of over) assert.ok(!render(privatePage(state)).includes(link));
});

test('another secret is one link away, whatever became of this one [META-12]', () => {
  for (const state of states) {
    assert.match(render(privatePage(state)), /<a [^>]*href="\/">(?:<svg.*?<\/svg>)?Create another secret<\/a>/);
  }
});

test('the questions fit what has happened [META-13]', () => {
  const questions = (page: string) => [...page.matchAll(/<summary>([^<]*)</g)].map(([, question]) => question);
  const [waiting, opened, destroyed, expired] = states.map((state) => questions(render(privatePage(state))));
  assert.ok(waiting?.includes('What does burning do?'));
  assert.ok(opened?.includes('Who opened it?'));
  for (const lost of [destroyed, expired]) assert.ok(lost?.includes('Can I get it back?'));
  for (const other of [opened, destroyed, expired]) assert.ok(!other?.includes('What does burning do?'));
  for (const other of [waiting, destroyed, expired]) assert.ok(!other?.includes('Who opened it?'));
});

test('the sender reads what became of the secret', () => {
  const heading = (state: Parameters<typeof privatePage>[0]) =>
    /<h1>(.*?)<\/h1><p>(.*?)<\/p>/.exec(render(privatePage(state)));
  assert.deepEqual(heading({})?.[1], 'Not received yet');
  assert.match(heading({ record: { is_previewed: true } })?.[2] ?? '', /looked at the page of the link/);
  assert.equal(heading(received)?.[1], 'Received');
  assert.match(heading(burned)?.[2] ?? '', /You destroyed this secret/);
  assert.match(
    heading({ ...burned, details: { ...burned.details, burned_by: 'recipient' } })?.[2] ?? '',
    /The recipient/,
  );
  assert.equal(heading({ record: { is_expired: true } })?.[1], 'Expired');
});

test('a secret that is over shows no link and no content', () => {
  for (const state of [received, burned, { record: { is_expired: true } }]) {
    assert.ok(!render(privatePage(state)).includes(secretKey));
  }
});

test('wrong passphrases are counted, and a lock can be lifted', () => {
  const lockedUntil = nowMs / 1000 + 3600;
  const html = render(privatePage({ details: { passphrase_failures: 10, locked_until: lockedUntil } }));
  assert.match(
    wordsOf(html),
    /10 wrong passphrases were tried\. The link is locked until November 21, 2026 at 10:14\sAM\sUTC/,
  );
  assert.match(
    html,
    new RegExp(`<form[^>]*action="/private/${metadataKey}/unlock" method="post">[\\s\\S]*Lift the lock`),
  );
  const once = render(privatePage({ details: { passphrase_failures: 1 } }));
  assert.match(wordsOf(once), /One wrong passphrase was tried\./);
  assert.doesNotMatch(once, /unlock/);
});
