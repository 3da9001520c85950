import assert from 'node:assert/strict';
import type { ElementHandle, Page } from 'puppeteer-core';
import { untilSo } from '../support/until-so.ts';

/** The element of that role and accessible name, as somebody finds it who cannot see the page. */
export async function find(page: Page, role: string, name: string): Promise<ElementHandle<Element>> {
  const found = await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`);
  assert.ok(found, `${role} ${name}`);
  return found;
}

export async function press(page: Page, name: string): Promise<void> {
  await (await find(page, 'button', name)).click();
}

/** Presses a button or follows a link, and waits for the page it leads to. */
export async function pressAndGo(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  const target = await find(page, role, name);
  await Promise.all([page.waitForNavigation(), target.click()]);
}

/** Presses the button that sends the form, and once more while the first answer is still awaited. */
export async function pressTwice(page: Page, selector = '[type=submit]'): Promise<void> {
  await page.$eval(selector, (button) => {
    const press = () => (button as HTMLButtonElement).click();
    press();
    // Of two presses in one turn the browser itself would send the last one alone.
    setTimeout(press, 20);
  });
}

/** Opens a page and waits until its islands have taken over. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await islandsReady(page);
}

/** Waits until everything in the islands listens: before, a form is sent as a form, and a press is lost. */
export async function islandsReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-island]:not([data-ready])') === null);
}

/** Waits until no dialog is open and what it held is gone: until then it would not open again. */
export async function dialogLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('dialog[open], dialog form, dialog select') === null);
}

/** Puts a text into a field in one go, as pasting does. */
export async function fill(page: Page, selector: string, text: string): Promise<void> {
  await page.$eval(
    selector,
    (field, value) => {
      (field as HTMLTextAreaElement | HTMLInputElement).value = value;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    text,
  );
}

/** Waits until the page says this. */
export async function see(page: Page, text: string): Promise<void> {
  await page
    .waitForFunction((sought) => document.body.innerText.includes(sought), {}, text)
    .catch(async (cause) => {
      throw new Error(`"${text}" is not to be read in:\n${await textOf(page)}`, { cause });
    });
}

/** Waits until the keyboard is there, as `focusOf` names it: a browser moves it with a frame, after the page. */
export async function keyboardAt(page: Page, place: string | RegExp): Promise<void> {
  const isThere = (name: string) => (typeof place === 'string' ? name === place : place.test(name));
  await untilSo(`${place}`, async () => isThere(await focusOf(page))).catch(async (cause) => {
    throw new Error(`the keyboard is not at ${place}, but at ${await focusOf(page)}`, { cause });
  });
}

/** What can be read on the page now, or in a part of it. */
export async function textOf(page: Page, selector = 'body'): Promise<string> {
  return page.$eval(selector, (element) => (element as HTMLElement).innerText);
}

export async function contentOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (field) => (field as HTMLTextAreaElement).value);
}

/** The link to send, as it stands on the private page. */
export async function linkOn(page: Page): Promise<string> {
  return textOf(page, 'output.copy__value');
}

/** What the recipient reads once the secret has been opened. */
export async function messageOn(page: Page): Promise<string> {
  await page.waitForSelector('#message');
  return contentOf(page, '#message');
}

/** Where the keyboard is: the id, name or text of the focused element. */
export async function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.id || element?.getAttribute('aria-label') || element?.innerText.trim() || element?.tagName || '';
  });
}

/** At which pixel of the page the words in each of these begin, or end. */
export function wordEdges(page: Page, selector: string, side: 'left' | 'right'): Promise<number[]> {
  return page.$$eval(
    selector,
    (all, edge) =>
      all.map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return Math.round(words.getBoundingClientRect()[edge]);
      }),
    side,
  );
}
