import assert from 'node:assert/strict';
import { untilSo } from '../support/until-so.ts';
import type { Tab } from './visitor.ts';

type Role = 'button' | 'a' | 'summary' | 'label';

/** Waits until it can be pressed, then presses it by its first words or by its label. */
export async function press(visitor: Tab, name: string, role: Role = 'button'): Promise<void> {
  const path = `//${role}[starts-with(normalize-space(), "${name}") or @aria-label="${name}"]`;
  await untilSo(`${role} "${name}" is there`, () => visitor.evaluate(isSeen, path));
  await visitor.press(path);
}

/** Runs in the page. */
function isSeen(path: string): boolean {
  const { singleNodeValue } = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE);
  return (singleNodeValue as Element | null)?.checkVisibility() === true;
}

/** Waits until the page says this and is whole. */
export async function see(visitor: Tab, text: string): Promise<void> {
  await untilSo(`the page says "${text}"`, () =>
    visitor.evaluate((sought) => document.body.innerText.includes(sought), text),
  ).catch(async (cause) => {
    throw new Error(`"${text}" is not to be read in:\n${await textOf(visitor)}`, { cause });
  });
  await whole(visitor);
}

export async function open(visitor: Tab, url: string): Promise<void> {
  await visitor.goto(url);
  await whole(visitor);
}

/** Waits until the islands have taken over: before, a press is lost, and who leaves breaks off what Firefox still loads. */
async function whole(visitor: Tab): Promise<void> {
  await untilSo('the islands have taken over', () => visitor.evaluate(isWhole));
}

/** Runs in the page. */
function isWhole(): boolean {
  const isAlive = document.querySelector('[data-island]:not([data-ready])') === null;
  return document.readyState === 'complete' && (isAlive || matchMedia('(scripting: none)').matches);
}

/** Puts a text where the keyboard is put, as the browser itself does it after Ctrl+V. */
export async function paste(visitor: Tab, selector: string, text: string): Promise<void> {
  const isTaken = await visitor.evaluate(
    (place, pasted) => {
      const field = document.querySelector(place) as HTMLInputElement | HTMLTextAreaElement;
      field.focus();
      field.select();
      return document.execCommand('insertText', false, pasted);
    },
    selector,
    text,
  );
  assert.ok(isTaken, selector);
}

export async function textOf(visitor: Tab): Promise<string> {
  return visitor.evaluate(() => document.body.innerText);
}

/** Of a field, or the words of an element; waits until it is there. */
export async function contentOf(visitor: Tab, selector: string): Promise<string> {
  await untilSo(`${selector} is there`, () =>
    visitor.evaluate((place) => document.querySelector(place) !== null, selector),
  );
  return visitor.evaluate((place) => {
    const element = document.querySelector(place) as HTMLElement;
    return element instanceof HTMLTextAreaElement ? element.value : element.innerText;
  }, selector);
}

/** The link to send, as it stands on the private page. */
export function linkOn(visitor: Tab): Promise<string> {
  return contentOf(visitor, 'output.copy__value');
}

/** Waits until a page of this path is there and whole. */
export async function at(visitor: Tab, path: RegExp): Promise<string> {
  const now = () => visitor.evaluate(() => location.pathname);
  await untilSo(`at ${path}`, async () => path.test(await now()));
  await whole(visitor);
  return now();
}
