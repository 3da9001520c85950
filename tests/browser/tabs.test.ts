import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { fill, find, open, press, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

interface Post {
  readonly path: string;
  /** The token it was sent with. */
  readonly sent: string | null;
  /** The token that came back. */
  readonly answered: string | null;
}

/**
 * Everything the islands of this page post. Noted by the page itself, before the island hears of the
 * answer: a browser that has moved on no longer knows what an earlier answer said.
 */
async function watchPosts(page: Page): Promise<readonly Post[]> {
  const posts: Post[] = [];
  await page.exposeFunction('notePost', (post: Post) => void posts.push(post));
  await page.evaluate(() => {
    const { fetch } = window;
    const { notePost } = window as unknown as { notePost: (post: object) => Promise<void> };
    window.fetch = async (url, init) => {
      const answer = await fetch(url, init);
      const { shrimp = null } = await answer
        .clone()
        .json()
        .catch(() => ({}));
      const sent = new URLSearchParams(String(init?.body)).get('shrimp');
      await notePost({ path: String(url), sent, answered: shrimp });
      return answer;
    };
  });
  return posts;
}

const forgetVisit = (page: Page) =>
  page.browserContext().setCookie({ name: 'visit', value: 'A'.repeat(22), domain: 'localhost' });

test('of two tabs that press at once one reads the secret, and the other learns that it is gone [ERR-01]', async (t) => {
  const { secretKey } = await stage.share('one of you');
  const one = await stage.visitor(t);
  const other = await stage.visitor(t, { sameAs: one });
  for (const page of [one, other]) {
    await page.bringToFront();
    await open(page, `${server.url}/secret/${secretKey}`);
  }
  // Both presses are sent before the answer to either is there.
  const click = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
  await Promise.all([one.evaluate(click), other.evaluate(click)]);
  const isOver = () => document.querySelector('form [name="claimant"]') === null;
  // Only the tab in front draws frames, so the other is asked by its mutations.
  await Promise.all([one, other].map((page) => page.waitForFunction(isOver, { polling: 'mutation' })));
  const headings = await Promise.all([textOf(one, 'h1'), textOf(other, 'h1')]);
  assert.deepEqual(headings.sort(), ['That information is no longer available', 'This message is for you']);
});

test('a tab whose token is too old asks once more with a fresh one, and nobody notices [CSRF-01 CSRF-02]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', 'from an old tab');
  await forgetVisit(page);
  const posts = await watchPosts(page);
  await pressAndGo(page, 'Create a secret link*');
  await see(page, 'Your link is ready');
  assert.deepEqual(
    posts.map(({ path }) => path),
    ['/api/v2/secret/conceal', '/api/v2/secret/conceal'],
  );
  assert.equal(posts[1]?.sent, posts[0]?.answered);
});

test('every request of the islands bears the token of the last answer [CSRF-01 CSRF-02]', async (t) => {
  const { secretKey } = await stage.share('x', { passphrase: 'open sesame' });
  const page = await stage.visitor(t);
  await open(page, `${server.url}/secret/${secretKey}`);
  const first = await page.$eval('[name="shrimp"]', (field) => (field as HTMLInputElement).value);
  const posts = await watchPosts(page);
  await fill(page, '#passphrase', 'wrong');
  await press(page, 'Click to continue');
  await see(page, 'Double check that passphrase');
  await fill(page, '#passphrase', 'open sesame');
  await press(page, 'Click to continue');
  await see(page, 'This message is for you');
  assert.ok(posts.every(({ sent }) => sent !== null && sent !== ''));
  const claims = posts.filter(({ path }) => !path.endsWith('/seen'));
  assert.deepEqual(
    claims.map(({ sent }) => sent),
    [first, claims[0]?.answered],
  );
});

test('when a secret cannot be created the token is checked again [CSRF-06]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', 'x');
  await page.$eval('#ttl', (select) => {
    (select as HTMLSelectElement).options[0]!.value = '1';
    (select as HTMLSelectElement).selectedIndex = 0;
  });
  const checked = page.waitForResponse((response) => response.url().endsWith('/api/v2/validate-shrimp'));
  await press(page, 'Create a secret link*');
  assert.equal((await (await checked).json()).isValid, true);
  await see(page, 'The lifetime must be a whole number of seconds');
  assert.ok(await find(page, 'button', 'Create a secret link*'));
});

test('every form of every page carries a hidden token [CSRF-07]', async (t) => {
  const open = await stage.share('x', { passphrase: 'open sesame' });
  stage.alterWaiting('failures = 10, locked_until_ms = ?', Date.now() + 600_000);
  const page = await stage.visitor(t);
  const { secretKey, metadataKey } = open;
  for (const path of [
    '',
    `secret/${secretKey}`,
    `secret/${secretKey}/burn`,
    `private/${metadataKey}`,
    `private/${metadataKey}/burn`,
  ]) {
    await page.goto(`${server.url}/${path}`);
    const tokens = await page.$$eval('form', (forms) =>
      forms.map((form) => form.querySelector<HTMLInputElement>('input[type="hidden"][name="shrimp"]')?.value ?? ''),
    );
    assert.ok(tokens.length > 0 && tokens.every((token) => token.length > 20), `/${path}: ${tokens}`);
  }
});
