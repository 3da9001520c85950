import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { linkOn, share } from './form-user.ts';

const site = createTestApp({ after });

/** What mails, chats and hands make of a key. */
const WRITTEN: Readonly<Record<string, (key: string) => string>> = {
  'the full stop behind it': (key) => `${key}.`,
  'a bracket and a comma': (key) => `${key}),`,
  'an angle bracket': (key) => `${key}%3E`,
  'a closing quotation mark': (key) => `${key}%E2%80%9D`,
  'a blank': (key) => `${key}%20`,
  'the end of a line in its midst': (key) => `${key.slice(0, 20)}=%0D%0A${key.slice(20)}`,
  'a space without width': (key) => `${key}%E2%80%8B`,
  capitals: (key) => key.toUpperCase(),
};

for (const [what, write] of Object.entries(WRITTEN)) {
  test(`a link with ${what} leads to the link that was meant, and opens nothing [REV-05 REV-15]`, async () => {
    const [sender, recipient] = [visitorOf(site), visitorOf(site)];
    const privatePath = await share(sender, 'the door code is 4711');
    const link = linkOn(sender);
    for (const path of [link, privatePath]) {
      const [, room = '', key = ''] = path.split('/');
      const led = await recipient.open(`/${room}/${write(key)}`);
      assert.deepEqual([led.status, led.headers.location], [303, path]);
    }
    assert.equal((await recipient.open(link)).status, 200);
    assert.match((await recipient.submit(link)).text, /4711/);
  });
}

test('what holds no whole key, or more than one, leads nowhere', async () => {
  const visitor = visitorOf(site);
  const link = (await share(visitor, 'x')) && linkOn(visitor);
  for (const path of [link.slice(0, -1), `${link}a`, `${link}.a`, `${link}${link.slice(-31)}`, '/secret/.']) {
    assert.equal((await visitor.open(path)).status, 404, path);
  }
});

test('a form opens and burns only what its own address names', async () => {
  const [sender, stranger] = [visitorOf(site), visitorOf(site)];
  await share(sender, 'x');
  const link = linkOn(sender);
  assert.equal((await stranger.send(`${link}.`, { continue: 'true' })).status, 404);
  assert.equal((await stranger.send(`${link}./burn`, { continue: 'true' })).status, 404);
  assert.equal((await stranger.open(link)).status, 200);
});
