import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homePage, privatePage, render, secretPage } from './sample-pages.ts';
import { dashboardPage, recent, recentPage, renderSignedIn } from './sample-workspace.ts';

const pages: Readonly<Record<string, string>> = {
  home: render(homePage()),
  'private page': render(privatePage()),
  secret: render(secretPage()),
  dashboard: renderSignedIn(dashboardPage()),
  'recent secrets': renderSignedIn(recentPage(recent('abc123'))),
};

/** What a screen reader names by its words, and the last letter before such a part with the first one in it. */
const NAMED = /<(a|button|summary)[\s>][\s\S]*?<\/\1>/g;
const JOINED = /[^\s>]<(?:span|bdi|small|code)[^>]*>[^\s<]/;

for (const [name, html] of Object.entries(pages)) {
  // Firefox puts no space where only the style sheet keeps two words apart: 'Recent secrets1'.
  test(`words that stand apart are spoken apart: ${name} [WCAG 4.1.2]`, () => {
    const named = html.match(NAMED) ?? [];
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((one) => JOINED.test(one)),
      [],
    );
  });
}
