import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homePage, privatePage, render, secretPage, tagsOf } from './sample-pages.ts';
import { dashboardPage, renderSignedIn } from './sample-workspace.ts';

const shown = { can_decrypt: true, show_secret: true, secret_value: 'user: branch', display_lines: 5 };
const incoming = { secret: '', ticketNumber: '', hasCaptcha: false, isSent: false, error: null };

const pages: Readonly<Record<string, string>> = {
  home: render(homePage()),
  dashboard: renderSignedIn(dashboardPage()),
  support: render({ name: 'incoming', props: incoming }),
  'private page': render(privatePage({ details: shown })),
  'opened secret': render(secretPage({ record: { secret_value: 'user: branch' } })),
};

for (const [name, html] of Object.entries(pages)) {
  const areas = tagsOf(html, 'textarea');

  test(`no spell checker sends away what is typed or shown in secret: ${name}`, () => {
    assert.ok(areas.length > 0);
    for (const area of areas) assert.match(area, / spellcheck="false"/i);
  });

  test(`no browser writes what is typed or shown in secret into the session that it keeps: ${name}`, () => {
    assert.ok(areas.length > 0);
    for (const area of areas) assert.match(area, / autocomplete="off"/i);
  });
}
