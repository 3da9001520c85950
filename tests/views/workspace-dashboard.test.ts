import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagsOf, textareaValue, wordsOf } from './sample-pages.ts';
import { accountPage, colonelPage, dashboardPage, plan, recentPage, renderSignedIn } from './sample-workspace.ts';

const tabs = (html: string) => /<nav class="tabs app-tabs" aria-label="Dashboard">.*?<\/nav>/.exec(html)?.[0] ?? '';
const withDomains = { ...plan, options: { ...plan.options, custom_domains: true } };

test('the dashboard has the tabs and the creation form, with recipient and generate [SHELL-05 CRE-02]', () => {
  const html = renderSignedIn(dashboardPage());
  assert.match(tabs(html), /Home/);
  assert.match(html, /<form class="sheet"[^>]* action="\/dashboard" method="post">/);
  assert.match(html, /<input[^>]* name="recipient\[\]"/);
  assert.match(html, /value="generate".*Or generate a random password/);
});

test('tabs lead to the dashboard and to recent secrets with their count [SHELL-28 SHELL-29 SHELL-30]', () => {
  const html = tabs(renderSignedIn(dashboardPage(), { metadata_record_count: 1234 }));
  assert.match(html, /<a href="\/dashboard"[^>]*>Home<\/a>/);
  assert.match(html, /<a href="\/recent">Recent secrets <span class="badge">1,234<\/span><\/a>/);
  const nobody = renderSignedIn(dashboardPage(), { customer: null, authenticated: false });
  assert.equal(tabs(nobody), '');
});

test('custom domains have a tab with their count only if domains are on and the plan has them [SHELL-31]', () => {
  const domains = { domains_enabled: true, plan: withDomains, custom_domains_record_count: 3 };
  const all = tabs(renderSignedIn(dashboardPage(), domains));
  assert.match(all, /<a href="\/account\/domains">Custom Domains <span class="badge">3<\/span><\/a>/);
  for (const missing of [
    { ...domains, domains_enabled: false },
    { ...domains, plan },
  ]) {
    assert.doesNotMatch(tabs(renderSignedIn(dashboardPage(), missing)), /Custom Domains/);
  }
});

test('the tab of the screen is marked, and only that one [SHELL-32]', () => {
  assert.match(tabs(renderSignedIn(dashboardPage())), /<a href="\/dashboard" aria-current="page">/);
  assert.match(tabs(renderSignedIn(recentPage())), /<a href="\/recent" aria-current="page">/);
  for (const page of [dashboardPage(), recentPage()]) {
    assert.equal(renderSignedIn(page).split('aria-current="page"').length, 2);
  }
  assert.equal(tabs(renderSignedIn(accountPage())), '');
});

test('the recipient is an optional e-mail address, and only where it is allowed [CRE-17]', () => {
  const html = renderSignedIn(dashboardPage({ recipient: 'sam@example.net' }));
  const field = /<input[^>]*id="recipient"[^>]*>/.exec(html)?.[0] ?? '';
  assert.match(field, /type="email"/);
  assert.match(field, /value="sam@example\.net"/);
  assert.doesNotMatch(field, /required/);
  assert.doesNotMatch(renderSignedIn(dashboardPage({ hasRecipient: false })), /name="recipient/);
});

test('the recipient stands among the privacy options, below passphrase and lifetime [CRE-13 CRE-29]', () => {
  const options = /Privacy Options[\s\S]*?<\/details>/.exec(renderSignedIn(dashboardPage()))?.[0] ?? '';
  const names = [...options.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ['passphrase', 'ttl', 'recipient[]']);
});

test('the share button of the dashboard has no asterisk: its footnote has none [CRE-25]', () => {
  const html = renderSignedIn(dashboardPage());
  assert.match(html, />Create a secret link<\/button>/);
  assert.match(wordsOf(html), / The link works once\. After that nobody can open it, including you\./);
});

test('what is wrong with recipient or passphrase is said at the field, in the opened section', () => {
  for (const field of ['recipient', 'passphrase']) {
    const html = renderSignedIn(dashboardPage({ error: { field, message: 'Not like this.' } }));
    assert.match(html, new RegExp(`<p class="error" id="${field}-error" role="alert"[^>]*>.*?Not like this\\.`));
    assert.match(html, new RegExp(`<input[^>]*id="${field}"[^>]*aria-describedby="${field}-hint ${field}-error"`));
    assert.match(html, /<details class="disc" open="">/);
    assert.equal(html.split('role="alert"').length, 2);
  }
});

test('a passphrase that is needed is asked for in the open, with its length', () => {
  const html = renderSignedIn(dashboardPage({ minPassphraseChars: 8 }));
  assert.match(wordsOf(html), /A passphrase of at least 8 characters is needed here\./);
  assert.match(html, /<details class="disc" open="">/);
});

test('what was typed before an error stands in the form and nowhere else', () => {
  const html = renderSignedIn(dashboardPage({ secret: 'quiet-maple-47' }));
  assert.equal(textareaValue(html, 'secret'), 'quiet-maple-47');
  assert.equal(html.split('quiet-maple-47').length, 2);
});

test('each screen is a document of its own with its title, one heading that can be focused, and its own script', () => {
  const pages = [
    ['Dashboard', dashboardPage()],
    ['Recent secrets', recentPage()],
    ['Your Account', accountPage()],
    ['Colonel', colonelPage()],
  ] as const;
  for (const [title, page] of pages) {
    const html = renderSignedIn(page);
    assert.match(html, new RegExp(`<title>${title} · Hushlink</title>`));
    assert.match(html, new RegExp(`<h1 tabindex="-1"[^>]*>${title}</h1>`));
    assert.equal(tagsOf(html, 'h1').length, 1);
    assert.match(html, /<main class="main main--app" id="main">/);
    assert.match(html, /modulepreload" href="\/static\/build\/workspace-en-AAAAAAAA\.js"/);
    assert.match(html, /<meta name="robots" content="noindex, nofollow">/);
    assert.doesNotMatch(html, /\sstyle=|<style|\son\w+=/);
  }
});
