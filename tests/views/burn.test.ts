import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  burned,
  burnPage,
  metadataKey,
  received,
  recipientBurnPage,
  render,
  secretKey,
  wordsOf,
} from './sample-pages.ts';

test('the burn page names the secret by its short key [BURN-02]', () => {
  assert.match(render(burnPage()), /<small>Secret<\/small><bdi class="mono">6r1vwq<\/bdi>/);
});

test('a passphrase is asked for only if the secret has one [BURN-03]', () => {
  assert.doesNotMatch(render(burnPage()), /name="passphrase"/);
  assert.match(render(burnPage({ details: { has_passphrase: true } })), /<input[^>]*name="passphrase"/);
});

test('burning is a form with a confirm button and a cancel link back [BURN-04 BURN-05]', () => {
  const html = render(burnPage());
  assert.match(html, new RegExp(`<form[^>]*action="/private/${metadataKey}/burn" method="post"`));
  assert.match(html, /<input type="hidden" name="continue" value="true"\/>/);
  assert.match(html, /<button[^>]*type="submit"[^>]*>.*Burn this secret<\/button>/);
  assert.match(html, new RegExp(`<a [^>]*href="/private/${metadataKey}">Cancel</a>`));
});

test('the burn page says that burning is permanent [BURN-06]', () => {
  assert.match(wordsOf(render(burnPage())), /Burning is permanent\. It cannot be undone\./);
});

test('a secret that is over cannot be burned, and there is a way back [BURN-08 BURN-09 BURN-10]', () => {
  for (const [state, text] of [
    [received, 'The secret has already been viewed (November 20, 2026 at 8:02 AM UTC).'],
    [burned, 'The secret has already been burned (November 20, 2026 at 8:02 AM UTC).'],
  ] as const) {
    const html = render(burnPage(state));
    assert.match(html, /<h1>Cannot burn!<\/h1>/);
    assert.ok(wordsOf(html).includes(text), wordsOf(html));
    assert.match(html, new RegExp(`<a [^>]*href="/private/${metadataKey}">Back</a>`));
    assert.doesNotMatch(html, /<form/);
  }
});

test('a wrong passphrase is said at its field [BURN-11]', () => {
  const error = { field: 'passphrase', message: 'Double check that passphrase' };
  const html = render(burnPage({ details: { has_passphrase: true }, error }));
  assert.match(html, /aria-describedby="passphrase-hint passphrase-error" aria-invalid="true"/);
  assert.match(html, /id="passphrase-error" role="alert"[^>]*>.*Double check that passphrase/);
});

test('a recipient who expected nothing confirms a second time before it is burned', () => {
  const html = render(recipientBurnPage());
  assert.match(html, new RegExp(`<form[^>]*action="/secret/${secretKey}/burn" method="post"`));
  assert.match(html, /<button[^>]*type="submit">.*Burn it unread<\/button>/);
  assert.match(html, new RegExp(`href="/secret/${secretKey}">Cancel`));
});

test('after that nothing is left to press', () => {
  const html = render(recipientBurnPage(true));
  assert.match(wordsOf(html), /Burned unread Nobody can open this link any more\./);
  assert.doesNotMatch(html, /<form|<button/);
});
