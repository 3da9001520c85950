import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homePage, render, wordsOf } from './sample-pages.ts';
import { knowing, partOf, regions, settingsPage, signInPage, signUpPage } from './sample-people.ts';

const withRegions = knowing({ regions_enabled: true, jurisdictions: regions });
const links = (html: string) => [...html.matchAll(/<a[^>]* href="(https:[^"]*)"/g)].map(([, href]) => href);

test('the switcher names this region and links to the sign-up of each, without script [SHELL-25 REG-07]', () => {
  const footer = partOf(render(homePage(), withRegions), 'footer', 'foot') ?? '';
  assert.match(footer, /<details class="menu"><summary class="btn btn--quiet">[\s\S]*EU<\/summary>/);
  assert.deepEqual(links(footer), ['https://eu.hush.example.org/signup', 'https://us.hush.example.org/signup']);
  assert.match(footer, /href="https:\/\/eu\.hush\.example\.org\/signup" aria-current="true"/);
  assert.equal(footer.match(/aria-current/g)?.length, 1);
  assert.doesNotMatch(footer, /<button[^>]*>EU/);
});

test('where there are no accounts regions are entered by their home pages: there is no sign-up', () => {
  const authentication = { enabled: false, signup: false, signin: false };
  const context = knowing({ regions_enabled: true, jurisdictions: regions, authentication });
  const homes = ['https://eu.hush.example.org/', 'https://us.hush.example.org/'];
  const footer = partOf(render(homePage(), context), 'footer', 'foot') ?? '';
  assert.deepEqual(links(footer), homes);
  const list = /<ul class="regions"[\s\S]*?<\/ul>/.exec(render(settingsPage(), context))?.[0] ?? '';
  assert.deepEqual(links(list), homes);
});

test('where nobody signs up here this region is entered by its home page, the others by their sign-up [REG-07]', () => {
  const authentication = { enabled: true, signup: false, signin: true };
  const known = { regions_enabled: true, jurisdictions: regions, authentication };
  const entries = ['https://eu.hush.example.org/', 'https://us.hush.example.org/signup'];
  const footer = partOf(render(homePage(), knowing(known)), 'footer', 'foot') ?? '';
  assert.deepEqual(links(footer), entries);
  const settings = render(settingsPage(), knowing(known));
  assert.deepEqual(links(/<ul class="regions"[\s\S]*?<\/ul>/.exec(settings)?.[0] ?? ''), entries);
});

test('regions that are off are on no page, even where one is known [SHELL-25 REG-06]', () => {
  for (const jurisdictions of [[], regions.slice(0, 1), regions]) {
    const off = knowing({ regions_enabled: false, jurisdictions });
    for (const page of [homePage(), signInPage(), signUpPage()]) {
      const html = render(page, off);
      assert.doesNotMatch(html, /hush\.example\.org\/signup|European Union|Serving you/);
    }
  }
});

test('each region has its own picture in the switcher [REG-04]', () => {
  const icons = ['globe', 'flag', 'building'] as const;
  const jurisdictions = icons.map((icon) => ({
    identifier: icon,
    display_name: icon,
    domain: `${icon}.example`,
    icon,
  }));
  const footer = partOf(render(homePage(), knowing({ regions_enabled: true, jurisdictions })), 'footer', 'foot') ?? '';
  const nav = partOf(footer, 'nav', 'menu__panel menu__panel--up') ?? '';
  assert.equal(new Set(Array.from(nav.matchAll(/<path d="([^"]+)"/g), ([, path]) => path)).size, icons.length);
});

test('the region is chosen at sign-up: the page names this one and links to the sign-up of the others [REG-03 REG-07]', () => {
  const html = render(signUpPage({ planCode: 'basic' }), withRegions);
  assert.match(wordsOf(html), /This account will be kept in: European Union\./);
  const choice = /<section[^>]*aria-labelledby="region-choice">[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
  assert.deepEqual(links(choice), ['https://us.hush.example.org/signup']);
  assert.match(choice, /United States/);
});

test('where there is only one region there is nothing to choose at sign-up', () => {
  const one = knowing({ regions_enabled: true, jurisdictions: regions.slice(0, 1) });
  const html = render(signUpPage(), one);
  assert.match(html, /Serving you from EU/);
  assert.doesNotMatch(html, /region-choice/);
});

test('nobody chooses a region by signing in', () => {
  assert.doesNotMatch(render(signInPage(), withRegions), /region-choice/);
});
