import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowMs, render, secretKey, secretPage, textareaValue, wordsOf } from './sample-pages.ts';
import { knowing } from './sample-people.ts';

const value = '\nuser: branch-office\npass: <quiet> & "maple"';

test('before the reveal there is one button, and pressing it posts [REV-05]', () => {
  const html = render(secretPage());
  assert.match(html, new RegExp(`<form[^>]*action="/secret/${secretKey}" method="post"`));
  assert.match(html, /<input type="hidden" name="continue" value="true"\/>/);
  assert.match(html, /<button[^>]*type="submit"[^>]*>Click to continue<\/button>/);
});

test('a passphrase is asked for only if the secret has one, with the tries that are left [REV-03]', () => {
  assert.doesNotMatch(render(secretPage()), /name="passphrase"/);
  const html = render(secretPage({ record: { has_passphrase: true }, details: { tries_left: 9 } }));
  assert.match(html, /<input[^>]*name="passphrase"/);
  assert.match(wordsOf(html), /9 tries are left before it is locked for a while\./);
});

test('the page warns that it can be seen only once [REV-04]', () => {
  assert.match(wordsOf(render(secretPage())), /Careful, only see once\. It can be opened only once/);
});

test('before the click the recipient sees who hosts this and when it expires', () => {
  const html = render(secretPage({ expiresAtMs: nowMs }));
  assert.match(wordsOf(html), /Hosted by secrets\.example\.com/);
  assert.match(
    html,
    /<time dateTime="2026-11-21T09:14:09.000Z" title="November 21, 2026 at 9:14\sAM\sUTC" data-local=""/i,
  );
});

test('whoever was not expecting it can go and burn it unread', () => {
  assert.match(render(secretPage()), new RegExp(`<a href="/secret/${secretKey}/burn">I was not expecting this</a>`));
});

test('all that is known of the secret comes with its page, so that nothing is asked for before the click [REV-01]', () => {
  const [record, details] = [{ has_passphrase: true, is_owner: true }, { tries_left: 9 }];
  const html = render(secretPage({ record, details, expiresAtMs: nowMs }));
  const [, json = ''] = /data-island="reveal" data-props="([^"]*)"/.exec(html) ?? [];
  const { hasPassphrase, isVerification, isOwner, triesLeft, expiresAtMs } = JSON.parse(json.replaceAll('&quot;', '"'));
  assert.deepEqual([hasPassphrase, isVerification, isOwner, triesLeft, expiresAtMs], [true, false, true, 9, nowMs]);
});

test('in verification mode the page asks to continue to verify the account [REV-07]', () => {
  const words = wordsOf(render(secretPage({ record: { verification: true } })));
  assert.match(words, /Continue to verify your account/);
  assert.doesNotMatch(words, /A message for you/);
});

test('after the reveal the message stands in a read-only text area, to the letter [REV-08]', () => {
  const html = render(secretPage({ record: { secret_value: value }, details: { display_lines: 7 } }));
  assert.match(wordsOf(html), /This message is for you/);
  assert.match(html, /<textarea class="secret" id="message" readOnly="" rows="7"/);
  assert.equal(textareaValue(html, 'message'), value);
  assert.match(html, /<button[^>]*>.*Copy<\/span><\/button>/);
  assert.doesNotMatch(html, /<form/);
});

test('the message stands in the page once for the screen and once for paper, and not in its attributes', () => {
  const html = render(secretPage({ record: { secret_value: 'quiet-maple-47' } }));
  assert.equal(html.split('quiet-maple-47').length, 3);
  assert.match(html, /<textarea[^>]*id="message"[^>]*>quiet-maple-47</);
  assert.match(html, /<pre class="secret on-paper"[^>]*>quiet-maple-47</);
});

test('a truncated message names its original size [REV-09]', () => {
  const record = { secret_value: value, is_truncated: true, original_size: 14_212 };
  assert.match(wordsOf(render(secretPage({ record }))), /The original was 14,212 characters long\./);
});

test('after the reveal in verification mode there is a way to sign in [REV-10]', () => {
  const html = render(secretPage({ record: { secret_value: value, verification: true } }));
  assert.match(html, /<a [^>]*href="\/signin">Sign in<\/a>/);
  assert.doesNotMatch(html, /Navigate away when done/);
});

test('whoever pressed to verify an account reads that it is verified, and nobody else does', () => {
  const [verified, read] = [true, false].map((verification) =>
    wordsOf(render(secretPage({ record: { secret_value: value, verification } }))),
  );
  assert.match(verified!, /This message is for you Your account is verified\./);
  assert.doesNotMatch(read!, /verified/);
});

test('after an account was verified nothing leads to a sign-in that is switched off', () => {
  const page = secretPage({ record: { secret_value: value, verification: true } });
  const html = render(page, knowing({ authentication: { enabled: true, signup: false, signin: false } }));
  assert.equal(textareaValue(html, 'message'), value);
  assert.doesNotMatch(html, /\/signin|Sign in/);
});

test('after the reveal a notice that can be dismissed asks to navigate away, and nobody is sent to sign in [REV-10 REV-11]', () => {
  const html = render(secretPage({ record: { secret_value: value } }));
  assert.doesNotMatch(html, /href="\/signin"/);
  assert.match(html, /class="alert">.*<b>Navigate away when done\.<\/b>.*aria-label="Dismiss"/);
});

test('owners are warned before and told after, outside verification mode, and asked to navigate away like everybody [REV-11 REV-12 REV-13]', () => {
  const before = render(secretPage({ record: { is_owner: true } }));
  assert.match(wordsOf(before), /This is your own secret\. You created it\. If you view it, your recipient will not/);
  assert.match(before, /class="alert alert--warn">[\s\S]*?aria-label="Dismiss"/);
  const after = render(secretPage({ record: { is_owner: true, secret_value: value } }));
  assert.match(after, /<b>You viewed your own secret\.<\/b>[\s\S]*?aria-label="Dismiss"/);
  assert.match(after, /<b>Navigate away when done\.<\/b>.*aria-label="Dismiss"/);
  for (const secret_value of [undefined, value]) {
    const record = { is_owner: true, verification: true, ...(secret_value && { secret_value }) };
    assert.doesNotMatch(render(secretPage({ record })), /your own secret/);
  }
});

test('a wrong passphrase is said at its field and the form stands as before', () => {
  const error = { field: 'passphrase', message: 'Double check that passphrase' };
  const html = render(secretPage({ record: { has_passphrase: true }, details: { tries_left: 3 }, error }));
  assert.match(html, /aria-invalid="true"/);
  assert.match(html, /id="passphrase-error" role="alert"[^>]*>.*Double check that passphrase/);
});

test('a locked secret says for how long; the button stays on for those without script', () => {
  const error = { field: null, message: 'Too many wrong passphrases.' };
  const html = render(
    secretPage({ record: { has_passphrase: true }, details: { tries_left: 0, retry_after: 3000 }, error }),
  );
  assert.match(wordsOf(html), /The link is locked for now\..*You can try again in 50 minutes\./);
  assert.doesNotMatch(html, /disabled/);
});

test('where nothing is left the page says so, and nothing else [REV-15]', () => {
  const html = render({ name: 'secret-gone', props: { host: 'secrets.example.com' } });
  assert.match(html, /<h1[^>]*>That information is no longer available<\/h1>/);
  assert.doesNotMatch(html, /<form|<script type="module"/);
});
