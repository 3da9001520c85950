import assert from 'node:assert/strict';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { interceptWhere } from './interception.ts';
import { contentOf, fill, press } from './screens.ts';

const typed = 'typed while an answer was on its way';

export interface HeldPost {
  /** The server has not heard of it yet. */
  readonly sent: Promise<unknown>;
  /** Resolves when the answer has had its effect, whatever it makes the page load. */
  letGo(): Promise<void>;
}

/** A post to this path waits until it is let go; those after that do not. */
export async function holdPost(page: Page, path: string): Promise<HeldPost> {
  const asked = Promise.withResolvers<HTTPRequest>();
  let isHeld = true;
  await interceptWhere(
    page,
    (request) => isHeld && request.method() === 'POST' && new URL(request.url()).pathname === path,
    (request) => asked.resolve(request),
  );
  return {
    sent: asked.promise,
    letGo: async () => {
      isHeld = false;
      const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
      await (await asked.promise).continue();
      await answered;
      await page.waitForNetworkIdle();
    },
  };
}

/** Presses what posts there, and goes home before the answer, which waits. */
export async function pressAndGoHome(page: Page, button: string, path: string): Promise<HeldPost> {
  const post = await holdPost(page, path);
  await press(page, button);
  await post.sent;
  await goHomeAndType(page);
  return post;
}

/** From the screen that is open, and not by loading a page. */
export async function goHomeAndType(page: Page): Promise<void> {
  await page.click('.head .brand');
  await page.waitForSelector('#secret');
  await fill(page, '#secret', typed);
}

export async function isUndisturbed(page: Page): Promise<void> {
  assert.equal(new URL(page.url()).pathname, '/dashboard');
  assert.equal(await contentOf(page, '#secret'), typed);
}
