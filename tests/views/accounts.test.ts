import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strokesOf } from '../support/icons.ts';
import { homePage, render, tagsOf, wordsOf } from './sample-pages.ts';
import {
  fieldOf,
  forgotPage,
  knowing,
  partOf,
  regions,
  resetPage,
  signInPage,
  signOutPage,
  signUpPage,
} from './sample-people.ts';

const formTag = (html: string) => tagsOf(html, 'form')[0];
const inRegion = knowing({ regions_enabled: true, jurisdictions: regions });

test('the sign-in page has its heading, and fields for e-mail, password and remembering [AUTH-02 AUTH-04 AUTH-07]', () => {
  const html = render(signInPage());
  assert.match(html, /<h1>Sign in to your account<\/h1>/);
  assert.equal(formTag(html), '<form class="stack" data-once="" action="/signin" method="post">');
  assert.match(fieldOf(html, 'u'), /type="email" autoComplete="username" required=""/);
  assert.match(fieldOf(html, 'p'), /type="password" autoComplete="current-password" required=""/);
  assert.match(fieldOf(html, 'remember-me'), /type="checkbox"/);
  for (const [id, label] of [
    ['u', 'E-mail'],
    ['p', 'Password'],
  ]) {
    assert.match(html, new RegExp(`<label class="label" for="${id}">${label}</label>`));
  }
});

test('the sign-in page leads to a new password and to a new account, where there may be one [AUTH-03]', () => {
  const html = render(signInPage());
  assert.match(html, /href="\/forgot">Forgot your password\?</);
  assert.match(html, /New here\?.*<a href="\/signup">Create your account<\/a>/);
  const closed = render(signInPage(), knowing({ authentication: { enabled: true, signup: false, signin: true } }));
  assert.doesNotMatch(closed, /href="\/signup"/);
});

test('the sign-in page keeps masthead, navigation, feedback, version and theme, without the links of the footer [AUTH-06]', () => {
  const html = render(signInPage());
  assert.match(partOf(html, 'header', 'head') ?? '', /class="brand[\s\S]*<nav class="head__nav"/);
  const footer = partOf(html, 'footer', 'foot') ?? '';
  for (const part of [/href="\/feedback"/, /v1\.2\.3/, /data-theme-toggle/]) assert.match(footer, part);
  assert.match(partOf(render(homePage()), 'footer', 'foot') ?? '', /foot__links[\s\S]*href="\/info\/terms"/);
  assert.doesNotMatch(footer, /foot__links|\/info\//);
});

test('sign-in and sign-up say which region serves, or show a picture where there are none [AUTH-05 AUTH-11]', () => {
  for (const page of [signInPage(), signUpPage()]) {
    assert.match(wordsOf(render(page, inRegion)), /Serving you from EU/);
    for (const off of [{}, knowing({ jurisdictions: regions })]) {
      assert.doesNotMatch(wordsOf(render(page, off)), /Serving you from/);
    }
    const [, picture = ''] =
      /<p class="faint center served"><svg class="icon"[^>]*><path d="([^"]+)"/.exec(render(page)) ?? [];
    assert.equal(picture, strokesOf('mail-lock'));
    assert.doesNotMatch(render(page, inRegion), /class="faint center served"/);
  }
});

test('the way back after signing in, what was typed and what has happened are kept on the page', () => {
  const props = { redirect: '/private/x?a=b&c', address: 'robin@example.com', isRemembered: true };
  const html = render(signInPage({ ...props, notice: 'Your password was changed.' }));
  assert.match(html, /<input type="hidden" name="redirect" value="\/private\/x\?a=b&amp;c"\/>/);
  assert.match(fieldOf(html, 'u'), /value="robin@example\.com"/);
  assert.match(fieldOf(html, 'remember-me'), /checked=""/);
  assert.match(
    html,
    /<div class="alert alert--ok" role="status" tabindex="-1" autofocus="">[\s\S]*Your password was changed\./,
  );
  assert.doesNotMatch(render(signInPage()), /name="redirect"|role="status"/);
});

test('the sign-up page has its heading, the fields, the agreement and the way to signing in [AUTH-07 AUTH-08 AUTH-09 AUTH-10]', () => {
  const html = render(signUpPage());
  assert.match(html, /<h1>Create your account<\/h1>/);
  assert.match(fieldOf(html, 'u'), /type="email" autoComplete="username" required=""/);
  assert.match(fieldOf(html, 'p'), /type="password" autoComplete="new-password" required=""/);
  assert.match(fieldOf(html, 'agree'), /type="checkbox" required=""/);
  assert.match(wordsOf(html), /I agree to the terms and the privacy policy\./);
  assert.match(html, /<input type="hidden" name="utf8" value="✓"\/>/);
  assert.match(html, /Already have an account\?.*<a href="\/signin">Sign in<\/a>/);
});

test('sign-up goes to the address of its plan [AUTH-08 AUTH-09 AUTH-13]', () => {
  const tags = { signup: signUpPage(), 'signup/basic': signUpPage({ planCode: 'basic' }) };
  for (const [path, page] of Object.entries(tags)) {
    assert.equal(formTag(render(page)), `<form class="stack" data-once="" action="/${path}" method="post">`);
  }
  assert.match(render(signUpPage({ planCode: '"/x' })), /action="\/signup\/%22%2Fx"/);
});

test('no person meets the honeypot: not by eye, by keyboard, by reader, or by what the browser fills in [AUTH-09]', () => {
  const html = render(signUpPage());
  assert.match(html, /<div class="vh" aria-hidden="true"><label[^>]*>[^<]*<\/label><input id="skill"/);
  assert.match(fieldOf(html, 'skill'), /tabindex="-1" autoComplete="off"/i);
});

test('two other ways to sign up are in the markup, switched off, announced and not shown [AUTH-12]', () => {
  const html = render(signUpPage());
  const section = /<section hidden="">([\s\S]*?)<\/section>/.exec(html)?.[1] ?? '';
  assert.match(section, /Coming Soon/);
  const buttons = tagsOf(section, 'button');
  assert.equal(buttons.length, 2);
  for (const button of buttons) assert.match(button, /disabled=""/);
  assert.doesNotMatch(html.replace(section, ''), /Coming Soon/);
});

test('what was typed on sign-up is kept after an error, the password never', () => {
  const html = render(signUpPage({ address: 'robin@example.com', hasAgreed: true }));
  assert.match(fieldOf(html, 'u'), /value="robin@example\.com"/);
  assert.match(fieldOf(html, 'agree'), /checked=""/);
  assert.doesNotMatch(fieldOf(html, 'p'), /value=/);
});

test('an error stands in red above the button, is read out, and is tied to its field', () => {
  const message = 'This is not a password we can take.';
  const samples = [
    [signInPage({ error: { field: 'p', message } }), 'p'],
    [signUpPage({ error: { field: 'u', message } }), 'u'],
    [signUpPage({ error: { field: 'agree', message } }), 'agree'],
    [forgotPage({ error: { field: 'u', message } }), 'u'],
    [resetPage({ field: 'newp2', message }), 'newp2'],
  ] as const;
  for (const [page, field] of samples) {
    const html = render(page);
    assert.match(
      html,
      /<p class="error" id="form-error" role="alert"[^>]*>[\s\S]*?<\/p><button class="btn btn--primary/,
    );
    assert.match(fieldOf(html, field), /aria-describedby="(\w+-hint )?form-error"/);
  }
  const general = render(signInPage({ error: { field: null, message } }));
  assert.match(general, /id="form-error" role="alert"/);
  assert.doesNotMatch(general, /aria-invalid|aria-describedby/);
});

test('asking for a new password: heading, one field, and the form goes where it stands [AUTH-15 AUTH-17]', () => {
  const html = render(forgotPage());
  assert.match(html, /<h1>Request password reset<\/h1>/);
  assert.equal(formTag(html), '<form class="stack" data-once="" method="post">');
  assert.match(fieldOf(html, 'u'), /type="email" autoComplete="username" required=""/);
  assert.match(html, /<a class="back" href="\/signin">[\s\S]*Back to sign in<\/a>/);
});

test('once asked for, the page says the same to everybody; without mail it says that nothing can be sent', () => {
  const sent = render(forgotPage({ isSent: true }));
  assert.match(sent, /role="status" tabindex="-1" autofocus="">[\s\S]*If there is an account with this address/);
  const without = render(forgotPage({ hasMail: false }));
  assert.match(wordsOf(without), /This site cannot send e-mail/);
  for (const html of [sent, without]) assert.deepEqual(tagsOf(html, 'form'), []);
});

test('the page of the new password has two fields and says what is wanted [AUTH-18 AUTH-19 AUTH-20]', () => {
  const html = render(resetPage());
  assert.match(html, /<h1>Please enter your new password<\/h1>/);
  assert.equal(formTag(html), '<form class="stack" data-once="" method="post">');
  for (const name of ['newp', 'newp2']) {
    assert.match(fieldOf(html, name), /type="password" autoComplete="new-password" required="" minLength="6"/);
  }
  assert.doesNotMatch(html, / (?:pattern|maxlength)=/i);
  assert.match(fieldOf(html, 'newp'), /aria-describedby="newp-hint"/);
  assert.match(html, /id="newp-hint">At least 8 characters mixing letters, numbers and symbols\.</);
});

test('the pages of a new password have neither navigation nor version, and never hold the key [AUTH-16]', () => {
  for (const page of [forgotPage(), resetPage()]) {
    const html = render(page);
    assert.match(html, /<header class="head"><a class="brand/);
    assert.doesNotMatch(html, /<nav|1\.2\.3|r1r2r3r4/);
    assert.match(html, /<footer class="foot">/);
  }
});

test('each password has a button that shows it, with a name of its own', () => {
  const namesOn = (html: string) => [...html.matchAll(/aria-label="(Show [^"]*)"/g)].map(([, name]) => name);
  assert.deepEqual(namesOn(render(signInPage())), ['Show password']);
  assert.deepEqual(namesOn(render(resetPage())), ['Show new password', 'Show confirmed password']);
});

test('signing out at the wish of another site is asked about, and can be declined', () => {
  const html = render(signOutPage);
  assert.match(html, /<h1>Sign out\?<\/h1>/);
  assert.match(html, /href="\/logout">Sign out</);
  assert.match(html, /href="\/dashboard">Stay signed in</);
});

test('search engines stay away from the pages of accounts', () => {
  assert.doesNotMatch(render(homePage()), /noindex/);
  for (const page of [signInPage(), signUpPage(), forgotPage(), resetPage()]) assert.match(render(page), /noindex/);
});
