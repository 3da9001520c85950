import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from './sample-pages.ts';
import { accountPage, renderSignedIn } from './sample-workspace.ts';

function formTo(html: string, action: string): string {
  return html.match(/<form.*?<\/form>/g)?.find((form) => form.includes(`action="${action}"`)) ?? '';
}

test('the account page names the type of the account and what was created since when [ACC-01 ACC-02 ACC-04]', () => {
  const html = renderSignedIn(accountPage());
  assert.match(html, /<h1[^>]*>Your Account<\/h1>/);
  assert.match(wordsOf(html), /Created 48 secrets since 12 March 2025/);
  assert.match(wordsOf(html), /Account type Basic/);
});

test('it has sections for the API key, the password and the end of the account, and a way to sign out', () => {
  const html = renderSignedIn(accountPage());
  for (const title of ['API key', 'Update password', 'Sign out', 'Delete account']) {
    assert.match(html, new RegExp(`<h2 id="[\\w-]+">${title}</h2>`));
  }
  assert.match(html, /<a class="btn" href="\/logout">Sign out<\/a>/);
});

test('a token is shown with its copy button only where it was just made [ACC-05]', () => {
  const made = renderSignedIn(accountPage({ account: { apitoken: 'the-token', has_apitoken: true } }));
  assert.match(
    made,
    /<output class="copy__value" aria-label="API key" dir="ltr" translate="no">the-token<\/output><button[^>]*aria-label="Copy"/,
  );
  const kept = renderSignedIn(accountPage({ account: { has_apitoken: true } }));
  assert.doesNotMatch(kept, /<output/);
  assert.match(wordsOf(kept), /There is a key\. It was shown when it was generated and cannot be shown again\./);
  assert.match(wordsOf(renderSignedIn(accountPage())), /There is no key yet\./);
});

test('where the API is off the page says so in the place of the key, whatever the plan has [ACC-05]', () => {
  for (const has_apitoken of [false, true]) {
    const html = renderSignedIn(accountPage({ account: { has_apitoken } }), { api_enabled: false });
    assert.match(wordsOf(html), /API key The API is switched off on this site\. Update password/);
    assert.equal(formTo(html, '/account/apitoken'), '');
  }
});

test('the token fades in [ACC-06]', () => {
  const html = renderSignedIn(accountPage({ account: { apitoken: 'the-token' } }));
  assert.match(html, /<div class="[^"]*\bfade-in\b[^"]*"><div class="copy"><output/);
});

test('generating a token is a form that works without script [ACC-05]', () => {
  const form = formTo(renderSignedIn(accountPage()), '/account/apitoken');
  assert.match(form, /method="post"/);
  assert.match(form, /<input type="hidden" name="shrimp" value="shrimp-token"\/>/);
  assert.match(form, /<button class="btn" type="submit"[^>]*>.*Generate<\/button>/);
});

test('the password form has three required fields, each with its toggle, and the token [ACC-13 ACC-14]', () => {
  const form = formTo(renderSignedIn(accountPage()), '/account/password');
  const inputs = form.match(/<input class="input"[^>]*>/g) ?? [];
  assert.deepEqual(
    inputs.map((input) => /name="(\w+)"/.exec(input)?.[1]),
    ['currentp', 'newp', 'newp2'],
  );
  assert.ok(inputs.every((input) => / required=""/.test(input) && /type="password"/.test(input)));
  for (const label of ['Show current password', 'Show new password', 'Show confirm new password']) {
    assert.match(form, new RegExp(`<button[^>]*aria-label="${label}" aria-pressed="false"`));
  }
  assert.match(form, /<input type="hidden" name="shrimp" value="shrimp-token"\/>/);
});

test('deleting the account asks for the password behind a button, and without script behind a summary [ACC-16 ACC-18]', () => {
  const html = renderSignedIn(accountPage());
  assert.match(html, /<button class="[^"]*needs-script"[^>]*aria-haspopup="dialog">.*?Delete account<\/button>/);
  assert.match(html, /<details class="disc without-script"><summary>Delete account/);
  assert.match(html, /<dialog class="dialog" aria-labelledby="destroy-dialog-title">/);
  const form = formTo(html, '/account/destroy');
  assert.match(form, /<input[^>]* required=""[^>]*name="confirmation"/);
  assert.match(form, /<input type="hidden" name="tabindex" value="destroy"\/>/);
  assert.match(form, /<input type="hidden" name="shrimp" value="shrimp-token"\/>/);
  assert.doesNotMatch(form, /disabled/);
});

test('a refusal stands in red above the button of its own form and nowhere else [ACC-22]', () => {
  const cases = [
    ['password', 'currentp', '/account/password'],
    ['apitoken', null, '/account/apitoken'],
    ['destroy', 'confirmation', '/account/destroy'],
  ] as const;
  for (const [form, field, action] of cases) {
    const html = renderSignedIn(accountPage({ error: { form, field, message: 'Not like this.' } }));
    assert.match(
      formTo(html, action),
      /<p class="error"[^>]*role="alert"[^>]*>.*?Not like this\..*<button[^>]*type="submit"/,
    );
    assert.equal(html.split('Not like this.').length, 3); // drawn once, and written for the browser
  }
  const refused = renderSignedIn(accountPage({ error: { form: 'destroy', field: null, message: 'No.' } }));
  assert.match(refused, /<details class="disc without-script" open="">/);
});

test('news of a form without script is read out [ACC-15]', () => {
  const html = renderSignedIn(accountPage({ notice: 'Password updated successfully.' }));
  assert.match(
    html,
    /<div class="alert alert--ok" role="status" tabindex="-1" autofocus="">.*Password updated successfully\./,
  );
});
