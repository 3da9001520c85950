import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homePage, render, tagsOf, textareaValue, wordsOf } from './sample-pages.ts';

test('home greets with a tagline, which the operator may replace; theirs has the direction of its letters', () => {
  assert.match(render(homePage()), /<h1>Say it once\.<\/h1>/);
  assert.match(render(homePage({}, 'Pass it on.')), /<h1><bdi>Pass it on\.<\/bdi><\/h1>/);
});

test('home says that the link works only once [SHELL-04]', () => {
  assert.match(wordsOf(render(homePage())), /The link works once\. After that nobody can open it, including you\./);
});

test('home has no recipient field, and its share button carries an asterisk [CRE-01 CRE-25]', () => {
  const html = render(homePage());
  assert.doesNotMatch(html, /name="recipient/);
  assert.match(html, />Create a secret link\*<\/button>/);
});

test('the form has its fields by their names [CRE-29]', () => {
  const names = [...render(homePage()).matchAll(/<(?:input|textarea|select|button)[^>]* name="([^"]+)"/g)];
  const found = names.map(([, name]) => name);
  assert.deepEqual(found, ['utf8', 'shrimp', 'share_domain', 'secret', 'passphrase', 'ttl', 'kind', 'kind']);
  const hidden = [...render(homePage()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  assert.deepEqual(
    hidden.map(([, ...pair]) => pair),
    [
      ['utf8', '✓'],
      ['shrimp', 'shrimp-token'],
      ['share_domain', 'hush.example.org'],
    ],
  );
});

test('share and generate both work without script [CRE-23]', () => {
  const buttons = render(homePage()).match(/<button[^>]*type="submit"[\s\S]*?<\/button>/g) ?? [];
  assert.equal(buttons.length, 2);
  assert.ok(buttons.every((button) => !button.includes('disabled')));
  assert.match(buttons[0]!, /value="share"/);
  assert.match(buttons[1]!, /value="generate".*Or generate a random password/);
});

test('privacy options hold the passphrase with its show button, and the lifetime [CRE-13 CRE-16]', () => {
  const options = /Privacy Options[\s\S]*?<\/details>/.exec(render(homePage()))?.[0] ?? '';
  assert.match(options, /<input[^>]*id="passphrase" type="password"/);
  assert.match(options, /aria-label="Show passphrase"/);
  assert.match(options, /<select[^>]*id="ttl"/);
});

test('no browser puts the password of an account into the passphrase of a new secret', () => {
  // What is `off` for a password is filled in all the same, unseen in the closed section.
  assert.match(render(homePage()), /<input[^>]*id="passphrase" type="password" autoComplete="new-password"/);
});

test('lifetimes are the given ones, in days, hours and minutes, the default chosen [CRE-22]', () => {
  const options = render(homePage({ ttlOptionsSeconds: [90, 300, 3600, 86_400, 604_800], ttlSeconds: 3600 }));
  const labels = [...options.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label]) => label);
  assert.deepEqual(labels, ['90 seconds', '5 minutes', '1 hour', '1 day', '7 days']);
  assert.match(options, /<option value="3600" selected="">/);
  assert.match(render(homePage({ ttlOptionsSeconds: [45] })), /<option value="45">45 seconds<\/option>/);
});

test('without a lifetime to choose the select says so [CRE-20]', () => {
  const html = render(homePage({ ttlOptionsSeconds: [] }));
  assert.match(html, /<select[^>]*disabled=""[^>]*><option[^>]*>no options available<\/option><\/select>/);
});

test('the link preview shows the link with a masked key of 26 characters [CRE-12]', () => {
  assert.match(render(homePage()), /Link Preview[\s\S]*https:\/\/hush\.example\.org\/secret\/•{26}</);
});

test('a prefilled secret stands in the form, which knows that it was [CRE-30]', () => {
  const html = render(homePage({ secret: 'a < b & "c"' }));
  assert.equal(textareaValue(html, 'secret'), 'a < b & "c"');
  assert.match(html, /&quot;isPrefilled&quot;:true/);
  assert.doesNotMatch(render(homePage()), /isPrefilled/);
});

test('a secret that starts with line breaks comes back with all of them', () => {
  for (const secret of ['\nfirst', '\n\nsecond', '\r\n', '\n']) {
    const html = render(homePage({ secret }));
    assert.equal(textareaValue(html, 'secret'), secret);
  }
});

test('what was typed is not repeated in the attributes of the page', () => {
  assert.equal(render(homePage({ secret: 'quiet-maple-47' })).split('quiet-maple-47').length, 2);
});

test('nothing to share is said at the field, and read out [CRE-31]', () => {
  const message = 'You did not provide anything to share';
  const html = render(homePage({ error: { field: 'secret', message } }));
  assert.match(html, /<textarea[^>]*aria-describedby="secret-error"[^>]*aria-invalid="true"/);
  assert.match(
    html,
    /<p class="error" id="secret-error" role="alert"[^>]*>.*You did not provide anything to share<\/span><\/p>/,
  );
});

test('an error of the whole form is read out above the buttons', () => {
  const html = render(homePage({ error: { field: null, message: 'The store is away' } }));
  assert.match(html, /role="alert"[^>]*>.*The store is away/);
});

test('an error of a field that the form does not have is said as one of the whole form', () => {
  for (const field of ['recipient', 'share_domain', 'ttl']) {
    const html = render(homePage({ error: { field, message: 'Not like this.' } }));
    assert.match(html, /<div class="alert[^>]*role="alert"[^>]*>.*Not like this\./);
    assert.equal(html.split('role="alert"').length, 2);
  }
});

test('no field limits its length: that would count UTF-16 units', () => {
  assert.doesNotMatch(render(homePage()), /maxlength/i);
  assert.equal(tagsOf(render(homePage()), 'textarea').length, 1);
});
