import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render, tagsOf, wordsOf } from './sample-pages.ts';
import { fieldOf, knowing, regions, settingsPage, signedIn } from './sample-people.ts';

const languages = [
  { code: 'en', tag: 'en', name: 'English' },
  { code: 'pt_BR', tag: 'pt-BR', name: 'Português (Brasil)' },
];

test('without script the settings are a page: a language to choose, and a form that says so to the server [SET-01]', () => {
  const html = render(settingsPage(), { ...signedIn(), languages, locale: 'pt_BR' });
  assert.match(html, /<h1>Settings<\/h1>/);
  assert.equal(tagsOf(html, 'form')[0], '<form class="field" action="/settings" method="post">');
  assert.match(fieldOf(html, 'locale'), /^<select class="select" id="settings-page-locale"/);
  assert.match(html, /<option value="en" lang="en">English<\/option>/);
  assert.match(html, /<option value="pt_BR" lang="pt-BR" selected="">Português \(Brasil\)<\/option>/);
  assert.match(html, /<button class="btn" type="submit"[^>]*>Change language<\/button>/);
});

test('the theme is a choice of this browser, so its switch is there only with script [SET-01 SET-05]', () => {
  const html = render(settingsPage(), signedIn());
  assert.match(html, /<label class="switch needs-script"><span>Dark mode<\/span>/);
  assert.match(html, /<input type="checkbox" role="switch" data-theme-toggle=""\/>/);
});

test('where there are regions the settings name this one, explain what one is, and lead to all [SET-02 SET-03 SET-04]', () => {
  const html = render(settingsPage(), signedIn({ regions_enabled: true, jurisdictions: regions }));
  assert.match(wordsOf(html), /Region European Union eu\.hush\.example\.org Current What is a region\?/);
  assert.match(html, /<details class="disc"><summary>What is a region\?/);
  assert.match(wordsOf(html), /Data is not shared between them/);
  const list = /<ul class="regions"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '';
  assert.deepEqual(
    [...list.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ['https://eu.hush.example.org/signup', 'https://us.hush.example.org/signup'],
  );
  for (const off of [{}, { jurisdictions: regions }]) {
    assert.doesNotMatch(render(settingsPage(), knowing(off)), /What is a region/);
  }
});

test('a language that was refused says why at its field', () => {
  const html = render(settingsPage({ field: 'locale', message: 'There is no such language.' }), signedIn());
  assert.match(html, /id="settings-page-error" role="alert"[^>]*>[\s\S]*There is no such language\./);
  assert.match(fieldOf(html, 'locale'), /aria-describedby="settings-page-error" aria-invalid="true"/);
});
