import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { linkOn, share } from './form-user.ts';

const site = createTestApp({ after });
const api = apiOf(site);

test('the sender burns it and is back on the private page, which says so [BURN-07 BURN-01 META-14]', async () => {
  const visitor = visitorOf(site);
  const path = await share(visitor, 'x');
  const link = linkOn(visitor);
  // Whoever has the address, without any cookie of the one who made it.
  const holder = visitorOf(site);
  assert.equal((await holder.open(`${path}/burn`)).status, 200);
  const burned = await holder.submit(`${path}/burn`);
  assert.deepEqual([burned.status, burned.headers.location], [303, path]);
  await visitor.open(path);
  assert.match(visitor.html(), /Burned/);
  assert.equal((await visitor.open(link)).status, 404);
});

test('burning with a passphrase needs it, here too [BURN-03 BURN-11]', async () => {
  const visitor = visitorOf(site);
  const path = await share(visitor, 'x', { passphrase: 'p' });
  await visitor.open(`${path}/burn`);
  const wrong = await visitor.submit(`${path}/burn`, { passphrase: 'q' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Double check that passphrase/);
  site.clock.advance(1000);
  assert.equal((await visitor.submit(`${path}/burn`, { passphrase: 'p' })).status, 303);
});

test('what was viewed or burned cannot be burned, and the page says since when [BURN-08 BURN-09 BURN-10]', async () => {
  const visitor = visitorOf(site);
  const viewed = await share(visitor, 'x');
  const link = linkOn(visitor);
  await visitor.open(link);
  await visitor.submit(link);
  await visitor.open(`${viewed}/burn`);
  assert.match(visitor.html(), /Cannot burn!/);
  assert.match(plain(visitor.html()), /The secret has already been viewed \(.*2030.*\)\./);
  assert.ok(visitor.html().includes(`href="${viewed}"`));
  const burned = await share(visitor, 'y');
  await visitor.open(`${burned}/burn`);
  await visitor.submit(`${burned}/burn`);
  await visitor.open(`${burned}/burn`);
  assert.match(plain(visitor.html()), /The secret has already been burned \(.*2030.*\)\./);
});

test('the recipient can burn it unread behind a second confirmation', async () => {
  const visitor = visitorOf(site);
  const path = await share(visitor, 'x');
  const link = linkOn(visitor);
  await visitor.open(link);
  assert.ok(visitor.html().includes(`href="${link}/burn"`));
  await visitor.open(`${link}/burn`);
  assert.equal((await visitor.submit(`${link}/burn`)).status, 200);
  assert.equal((await visitor.open(link)).status, 404);
  await visitor.open(path);
  assert.match(visitor.html(), /Burned/);
});

test('the sender sees how often a wrong passphrase was tried and lifts the lock', async () => {
  const light = createTestApp({ after }, { hasLightPassphrases: true });
  const visitor = visitorOf(light);
  const path = await share(visitor, 'x', { passphrase: 'p' });
  const key = linkOn(visitor).split('/')[2]!;
  for (let tries = 0; tries < 10; tries += 1) {
    await apiOf(light)
      .reveal(key, { passphrase: `no ${tries}` })
      .expect(422);
    light.clock.advance(30_000);
  }
  await visitor.open(path);
  assert.match(plain(visitor.html()), /10 wrong passphrases were tried\./);
  assert.match(plain(visitor.html()), /The link is locked until .*2030/);
  const lifted = await visitor.submit(`${path}/unlock`);
  assert.deepEqual([lifted.status, lifted.headers.location], [303, path]);
  await visitor.open(path);
  assert.doesNotMatch(plain(visitor.html()), /wrong passphrases were tried|is locked until/);
  await apiOf(light).reveal(key, { passphrase: 'p' }).expect(200);
});

test('the private page shows the sender’s content for five minutes and masks it afterwards [META-05 META-07]', async () => {
  const visitor = visitorOf(site);
  const path = await share(visitor, 'my own words');
  assert.equal(visitor.textArea(), 'my own words');
  site.clock.advance(300_000);
  await visitor.open(path);
  assert.doesNotMatch(visitor.html(), /my own words/);
  assert.match(visitor.html(), /\*{8,}/);
});

test('a link read through the API shows as received on the page [META-09]', async () => {
  const visitor = visitorOf(site);
  const path = await share(visitor, 'x');
  await api.reveal(linkOn(visitor).split('/')[2]!).expect(200);
  await visitor.open(path);
  assert.match(visitor.html(), /Received/);
  assert.match(visitor.html(), /January 15, 2030 at \d+:\d\d\s[AP]M\sUTC/);
});

/** The page's text without its tags. */
function plain(html: string): string {
  return html.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'");
}
