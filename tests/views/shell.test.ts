import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '#views/page-props.ts';
import {
  burned,
  burnPage,
  homePage,
  privatePage,
  received,
  recipientBurnPage,
  render,
  secretPage,
  tagsOf,
  wordsOf,
} from './sample-pages.ts';
import {
  customer,
  forgotPage,
  knowing,
  resetPage,
  settingsPage,
  signedIn,
  signInPage,
  signOutPage,
  signUpPage,
} from './sample-people.ts';

const notFound: Page = { name: 'not-found', props: {} };
const gone: Page = { name: 'secret-gone', props: { host: 'secrets.example.com' } };
const error: Page = {
  name: 'error',
  props: {
    ...{ status: 500, title: 'Something went wrong', message: 'An unexpected error occurred', incident: 'ab12cd' },
    canComeAgain: false,
  },
};
const away: Page = {
  name: 'error',
  props: { status: 503, title: 'This did not work', message: 'Try later.', incident: null, canComeAgain: true },
};
const defaultPages = [homePage(), privatePage(), privatePage(received), notFound, error];
const publicPages = [signInPage(), signUpPage(), forgotPage(), resetPage(), signOutPage, settingsPage()];
const slipPages = [
  ...[secretPage(), gone, burnPage(), burnPage(burned), recipientBurnPage(), recipientBurnPage(true)],
  secretPage({ record: { secret_value: 'x' } }),
];
const allPages = [...defaultPages, ...publicPages, ...slipPages];

test('the default layout has a header with the logo that leads home, a main area and a footer [SHELL-11 SHELL-17]', () => {
  for (const page of defaultPages) {
    const html = render(page);
    assert.match(html, /<header class="head"><a class="brand brand--fold" href="\/"[^>]*><svg/);
    assert.match(html, /<main class="main" id="main"[ >]/);
    assert.match(html, /<footer class="foot">/);
  }
});

test('the pages that say what became of a secret, and no other, are asked for anew where a browser brings them back', () => {
  for (const page of allPages) {
    const isAskedAnew = / id="main" data-stale="">/.test(render(page));
    assert.equal(isAskedAnew, ['private', 'secret'].includes(page.name), page.name);
  }
});

test('the footer has a copyright line with the version, and a dark-mode toggle [SHELL-24 SHELL-26]', () => {
  const html = render(homePage());
  assert.match(wordsOf(html), /© 2026 Hushlink v1\.2\.3/);
  assert.match(html, /<button[^>]*data-theme-toggle=""[^>]*aria-label="Dark mode"/);
});

test('recipient and burn pages have no masthead, navigation, feedback or links elsewhere, only who powers them [SHELL-12 SHELL-13 REV-16]', () => {
  for (const page of slipPages) {
    const html = render(page);
    assert.doesNotMatch(html, /class="head"|<nav|data-theme-toggle|feedback/i);
    assert.match(html, /<footer class="foot foot--powered"><a href="https:\/\/hush\.example\.org\/">/);
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = '']) => link);
    const isOwn = (link: string) => /^\/(?:secret|private)\/\w+(?:\/burn)?$/.test(link);
    assert.deepEqual(new Set(links.filter((link) => !isOwn(link))), new Set(['#main', 'https://hush.example.org/']));
    assert.match(wordsOf(html), /Powered by hush\.example\.org/);
  }
});

for (const path of ['/secret/abc', '/secret/abc/burn', '/secret/%zz', '/private/abc/burn']) {
  test(`an error at ${path} has no masthead, navigation, links or feedback, only a way to try again [SHELL-13]`, () => {
    const html = render(away, { path });
    assert.doesNotMatch(html, /class="head"|<nav|data-theme-toggle|feedback/);
    assert.match(html, /<footer class="foot foot--powered"><a href="https:\/\/hush\.example\.org\/">/);
    const links = [...html.matchAll(/<a class="btn[^>]*href="([^"]*)">([^<]*)/g)].map(([, ...link]) => link);
    assert.deepEqual(links, [[path, 'Try again']]);
    assert.doesNotMatch(render(error, { path }), /<a class="btn/);
  });
}

test('an error elsewhere leads home, also where it can be tried again', () => {
  assert.match(
    render(away, { path: '/private/abc' }),
    /<header class="head">[\s\S]*<a class="btn[^>]*href="\/">Return home/,
  );
});

test('an unknown path gets the 404 page with its words and a way home [SHELL-06]', () => {
  const html = render(notFound);
  assert.match(html, /<h1>404 - Page Not Found<\/h1>/);
  assert.match(wordsOf(html), /Oops! The page you are looking for doesn't exist or has been moved\./);
  assert.match(html, /<a [^>]*href="\/">Return home<\/a>/);
});

test('an error page says what happened and names its incident', () => {
  const words = wordsOf(render(error));
  assert.match(words, /500 Something went wrong An unexpected error occurred Incident ab12cd/);
});

test('every page is a whole document in its language, with a title, a skip link and one main heading', () => {
  for (const page of allPages) {
    const html = render(page, { lang: 'ar', dir: 'rtl' });
    assert.match(html, /^<!doctype html>\n<html lang="ar" dir="rtl">/);
    assert.match(html, /<title>[^<]+ · Hushlink<\/title>/);
    assert.match(html, /<body>\n<a class="skip" href="#main">/);
    assert.equal(tagsOf(html, 'h1').length, 1);
  }
});

test('no page names another site, sends a referrer, or carries inline script or style', () => {
  for (const page of allPages) {
    const html = render(page);
    assert.match(html, /<meta name="referrer" content="no-referrer">/);
    assert.doesNotMatch(html, /\sstyle=|<style|\son\w+=/);
    assert.deepEqual(
      tagsOf(html, 'script').filter((tag) => !tag.includes('src="/static/') && !tag.includes('application/json')),
      [],
    );
  }
});

test('search engines may see the home page and no other', () => {
  const open = allPages.filter((page) => !render(page).includes('<meta name="robots" content="noindex, nofollow">'));
  assert.deepEqual(
    open.map((page) => page.name),
    ['home'],
  );
});

test('no page links to anything that is not there', () => {
  const known =
    /^(\/|#main|\/(signin|signup|forgot|feedback|logout|dashboard|account|account\/settings|colonel\/|translations|info\/(terms|privacy|security))|\/static\/.*|\/secret\/\w+(\/burn)?|\/private\/\w+(\/burn)?|https:\/\/hush\.example\.org\/)$/;
  const people = [{}, signedIn(), signedIn({ customer: { ...customer, role: 'colonel' } })];
  const documents = allPages.flatMap((page) => people.map((changes) => render(page, changes)));
  const links = documents.flatMap((html) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href));
  assert.deepEqual(
    links.filter((href) => !known.test(href)),
    [],
  );
});

test('every form carries the anti-forgery token [CSRF-07]', () => {
  const locked = privatePage({ details: { passphrase_failures: 10, locked_until: 1_800_000_000 } });
  const withAccounts = [signInPage(), signUpPage(), forgotPage(), resetPage(), settingsPage()];
  const withForms = [homePage(), locked, burnPage(), secretPage(), recipientBurnPage(), ...withAccounts];
  for (const page of withForms) {
    const forms = render(page).match(/<form[\s\S]*?<\/form>/g) ?? [];
    assert.equal(forms.length, 1);
    assert.match(forms[0]!, /method="post"/);
    assert.match(forms[0]!, /<input type="hidden" name="shrimp" value="shrimp-token"\/>/);
  }
});

test('a page loads only the scripts of the islands it holds', () => {
  assert.match(render(homePage()), /modulepreload" href="\/static\/build\/create-AAAAAAAA\.js"/);
  assert.doesNotMatch(render(homePage()), /reveal-AAAAAAAA/);
  assert.doesNotMatch(render(gone), /mount-AAAAAAAA|modulepreload|id="page"/);
});

test('a page without islands loads none, and says where the feedback dialog is for when it is asked for [SHELL-27]', () => {
  const missing: Page = { name: 'not-found', props: {} };
  assert.match(
    render(missing),
    /<script type="application\/json" id="page" data-mount="\/static\/build\/mount-AAAAAAAA\.js">/,
  );
  assert.doesNotMatch(render(missing), /modulepreload|<script type="module"/);
  assert.doesNotMatch(render(missing, knowing({ feedback_enabled: false })), /mount-AAAAAAAA|id="page"/);
});

test('what is written into the data block of a page cannot end it', () => {
  const html = render(homePage(), { shrimp: '</script><b>' });
  assert.match(html, /"shrimp":"\\u003c\/script>\\u003cb>"/);
});

test('under a name that is not ours nothing leads on: every link would come back to the same page', () => {
  const known = { incident: null, canComeAgain: false };
  const props = { status: 421, title: 'Not here', message: 'Nothing is served under this name.', ...known };
  const html = render({ name: 'error', props });
  assert.match(html, /Nothing is served under this name\./);
  assert.doesNotMatch(html, /<a (?!class="skip)/);
  assert.match(render({ name: 'error', props: { ...props, status: 404 } }), /<a class="btn btn--primary" href="\/">/);
});
