import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagsOf, wordsOf } from './sample-pages.ts';
import { colonel, colonelPage, feedback, renderSignedIn } from './sample-workspace.ts';

function panelOf(html: string, id: string): string {
  return html.slice(html.indexOf(`<section id="${id}"`)).split(/(?=<section id=")/)[0] ?? '';
}

test('the tabs lead to anchors in the page, where all of it stands without script [COL-02]', () => {
  const html = renderSignedIn(colonelPage());
  for (const [id, title] of Object.entries({
    stats: 'Stats',
    customers: 'Customers',
    feedback: 'Feedback',
    misc: 'Misc',
  })) {
    assert.match(html, new RegExp(`<a href="#${id}"[^>]*>${title}</a>`));
    assert.match(html, new RegExp(`<section id="${id}" class="panel[^"]*" aria-label="${title}">`));
  }
});

test('the stats show every count [COL-03]', () => {
  const words = wordsOf(`<body>${panelOf(renderSignedIn(colonelPage()), 'stats')}`);
  const counts = {
    ...{ 'Active sessions': '37', Customers: '1,284', 'Recent customers': '282', 'Secrets stored': '642' },
    ...{ 'Metadata records': '702', 'E-mails waiting': '8', 'E-mails failed': '5', 'Feedback entries': '55' },
    ...{ 'Secrets created': '18,420', 'Secrets shared': '15,903', 'E-mails sent': '4,118' },
    ...{ Today: '6', Yesterday: '11', 'Past 14 Days': '38' },
  };
  for (const [label, count] of Object.entries(counts)) assert.ok(words.includes(`${label} ${count} `), label);
});

test('a session counts as active if it was seen in the past 5 minutes, and the page says so [COL-07]', () => {
  assert.match(wordsOf(renderSignedIn(colonelPage())), /A session is active if seen in the past 5 minutes/);
});

test('each of the last 14 days has its two numbers, and all of them their sum; bars are decoration', () => {
  const panel = panelOf(renderSignedIn(colonelPage()), 'stats');
  const words = wordsOf(`<body>${panel}`);
  assert.match(words, /Created, past 14 days 2,037 in all .* Nov 8 Nov 21 Nov 8: 100 Nov 9: 107 /);
  assert.match(words, /Shared, past 14 days 371 in all .* Nov 8: 20 /);
  const charts = tagsOf(panel, 'svg');
  assert.equal(charts.length, 3 + 3 + 1 + 1);
  assert.ok(charts.every((chart) => chart.includes('aria-hidden="true"')));
  assert.match(panel, /<rect width="100\.0" height="8">/);
});

test('a colonel among the recent customers has an asterisk, and nobody else, verified or not [COL-04]', () => {
  const panel = panelOf(renderSignedIn(colonelPage()), 'customers');
  assert.match(panel, /<th scope="row"><bdi>sam@example\.net<\/bdi><\/th>/);
  assert.match(panel, /<th scope="row"><bdi>admin@example\.org<\/bdi>\*<\/th>/);
  assert.match(panel, /<th scope="row"><bdi>robin@example\.com<\/bdi><\/th>/);
  assert.match(wordsOf(`<body>${panel}`), /robin@example\.com basic No 48 41 12 .*\* colonel/);
});

test('feedback stands in three groups, and what no captcha checked is marked [COL-05]', () => {
  const shown = { today_feedback_count: 2, yesterday_feedback_count: 1, older_feedback_count: 0 };
  const panel = panelOf(renderSignedIn(colonelPage({ counts: { ...colonel.counts, ...shown } })), 'feedback');
  assert.match(
    wordsOf(`<body>${panel}`),
    /Today 2 The link opened quickly\. Thank you\. sam@example\.net .* Two weeks, please\. .* unchecked Yesterday 1 The Arabic page reads well\. anon .* Past 14 Days 0 None/,
  );
  assert.equal(panel.split('unchecked').length, 2);
});

test('each group says how many there are, as the stats do, also where a flood leaves room for few or none of them [COL-05]', () => {
  const html = renderSignedIn(colonelPage());
  assert.match(wordsOf(`<body>${panelOf(html, 'stats')}`), /Today 6 Yesterday 11 Past 14 Days 38/);
  const words = wordsOf(`<body>${panelOf(html, 'feedback')}`);
  assert.match(words, /Today 6 The link opened .* Yesterday 11 The Arabic page .* Past 14 Days 38/);
  assert.doesNotMatch(words, /None/);
});

test('an address that nobody signed in with is marked, since anybody may have typed it', () => {
  const typed = feedback('Delete my account.', { from: 'robin@example.com', signed_in: false });
  const words = wordsOf(`<body>${panelOf(renderSignedIn(colonelPage({ today_feedback: [typed] })), 'feedback')}`);
  assert.match(words, /Delete my account\. robin@example\.com unverified address /);
  assert.doesNotMatch(words, /anon unverified/);
  const proven = renderSignedIn(colonelPage({ today_feedback: [{ ...typed, signed_in: true }] }));
  assert.doesNotMatch(panelOf(proven, 'feedback'), /unverified/);
});

test('what people wrote stays text', () => {
  const html = renderSignedIn(colonelPage({ today_feedback: [feedback('<b>"hello"</b>')] }));
  assert.match(panelOf(html, 'feedback'), /<p class="fb__text" dir="auto">&lt;b&gt;&quot;hello&quot;&lt;\/b&gt;<\/p>/);
});

test('the facts about the store stand in their order [COL-06]', () => {
  assert.match(panelOf(renderSignedIn(colonelPage()), 'misc'), /<pre[^>]*>version:7\.2\.5\nuptime_in_days:41<\/pre>/);
});
