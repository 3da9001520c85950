import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strokesOf } from '../support/icons.ts';
import { wordsOf } from './sample-pages.ts';
import { recent, recentPage, renderSignedIn } from './sample-workspace.ts';

const received = { is_received: true, is_destroyed: true };
const burned = { is_burned: true, is_destroyed: true };
/** Over, though nobody has destroyed it: as the server says it. */
const expired = { is_expired: true, is_destroyed: false };

/** The list item of a secret. */
function itemOf(html: string, shortkey: string): string {
  return html.match(/<li class="list__item">.*?<\/li>/g)?.find((item) => item.includes(shortkey)) ?? '';
}

function sectionOf(html: string, id: string): string {
  return new RegExp(`<section[^>]*aria-labelledby="${id}">.*?</section>`).exec(html)?.[0] ?? '';
}

test('secrets stand in two sections by whether they were destroyed, as by being received [REC-01]', () => {
  const html = renderSignedIn(
    recentPage(
      recent('waiting1'),
      recent('received', received),
      recent('burned11', burned),
      recent('expired1', expired),
    ),
  );
  assert.match(html, /<h2 id="not-received">Not received<\/h2>/);
  assert.match(html, /<h2 id="received">Received<\/h2>/);
  for (const kept of ['waiting1', 'expired1']) assert.ok(itemOf(sectionOf(html, 'not-received'), kept), kept);
  for (const over of ['received', 'burned11']) assert.ok(itemOf(sectionOf(html, 'received'), over), over);
  assert.equal(html.split('<li class="list__item"').length, 5);
});

test('the short key leads to the private page, its title says whether it was received [REC-02]', () => {
  const html = renderSignedIn(recentPage(recent('waiting1'), recent('opened11', received), recent('burned11', burned)));
  const key = 'waiting1'.padEnd(31, '0');
  assert.match(
    itemOf(html, 'waiting1'),
    new RegExp(`<a class="mono" href="/private/${key}" title="NOT RECEIVED">waiting1</a>`),
  );
  assert.match(itemOf(html, 'opened11'), /title="RECEIVED">/);
  assert.match(itemOf(html, 'burned11'), /title="NOT RECEIVED">/);
});

test('what is destroyed is struck through, what is not is not [REC-03]', () => {
  const over = [recent('opened11', received), recent('burned11', burned)];
  const html = renderSignedIn(recentPage(recent('waiting1'), ...over, recent('expired1', expired)));
  for (const { shortkey } of over) assert.match(itemOf(html, shortkey), new RegExp(`<s>${shortkey}</s>`));
  for (const kept of ['waiting1', 'expired1']) assert.doesNotMatch(itemOf(html, kept), /<s>/);
});

test('recipients are named if they may be shown [REC-04]', () => {
  const recipients = 'fo*****@e*****.com';
  const html = renderSignedIn(
    recentPage(recent('mailed11', { recipients, show_recipients: true }), recent('quiet111', { recipients })),
  );
  assert.match(wordsOf(`<body>${itemOf(html, 'mailed11')}`), /\(sent to fo\*{5}@e\*{5}\.com\)/);
  assert.doesNotMatch(itemOf(html, 'quiet111'), /sent to/);
});

test('each of several recipients is a run of its own, so that an Arabic page names them in its direction [REC-04]', () => {
  const recipients = 'fo*****@e*****.com, ba*****@e*****.org';
  const html = renderSignedIn(recentPage(recent('mailed11', { recipients, show_recipients: true })));
  const runs = [...itemOf(html, 'mailed11').matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, address]) => address);
  assert.deepEqual(runs, recipients.split(', '));
});

test('each secret says when it was made, and what became of it [REC-05 REC-06]', () => {
  const html = renderSignedIn(
    recentPage(
      recent('waiting1', { stamp: '2 minutes ago' }),
      ...[recent('opened11', received), recent('burned11', burned), recent('expired1', expired)],
    ),
  );
  assert.match(itemOf(html, 'waiting1'), /<span>2 minutes ago<\/span><\/p>/);
  assert.match(itemOf(html, 'opened11'), /<span>4 hours ago<\/span><span>received<\/span>/);
  assert.match(itemOf(html, 'burned11'), /<span>burned<\/span>/);
  assert.match(itemOf(html, 'expired1'), /<span>expired<\/span>/);
});

test('what still waits can be burned by an icon with a name, what is over cannot [REC-07]', () => {
  const over = [recent('opened11', received), recent('burned11', burned), recent('expired1', expired)];
  const html = renderSignedIn(recentPage(recent('waiting1'), ...over));
  const key = 'waiting1'.padEnd(31, '0');
  const burn = new RegExp(
    `<a [^>]*href="/private/${key}/burn" aria-label="Burn waiting1"[^>]*><svg[^>]*><path d="([^"]+)"`,
  );
  assert.equal(burn.exec(itemOf(html, 'waiting1'))?.[1], strokesOf('flame'));
  for (const { shortkey } of over) assert.doesNotMatch(itemOf(html, shortkey), /\/burn"/);
});

test('without any secret the page says so and leads to the dashboard [REC-08]', () => {
  const html = renderSignedIn(recentPage());
  assert.match(html, /<h2>No recent secrets<\/h2><p><a href="\/dashboard">Go on then\. Share a secret!<\/a><\/p>/);
  assert.doesNotMatch(html, /id="received"/);
});

test('an empty section of those that wait prompts to share [REC-09]', () => {
  const section = sectionOf(renderSignedIn(recentPage(recent('opened11', received))), 'not-received');
  assert.match(section, /<a href="\/dashboard">Go on then\. Share a secret!<\/a>/);
});

test("an empty section of those that are over says 'None' [REC-10]", () => {
  const section = sectionOf(renderSignedIn(recentPage(recent('waiting1'))), 'received');
  assert.match(section, /<p[^>]*>None<\/p>/);
});
