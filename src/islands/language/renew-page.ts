import imported from 'morphdom';
import { RENEWED } from './renewed.ts';

// Its types say that it is a CommonJS module; what a browser gets is its ES module.
const morphdom = imported as unknown as typeof imported.default;

type LiveField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Replaces the words of a page by those of the same page in another language. Islands stay as they are and draw
 * themselves; fields keep what was typed, and what has the focus keeps it. Where the page no longer comes with the
 * islands that are open in it (the link of a secret that was read a moment ago), its main part stays.
 */
export function renewPage(page: Document, next: Document): void {
  page.title = next.title;
  page.documentElement.lang = next.documentElement.lang;
  page.documentElement.dir = next.documentElement.dir;
  const isKept = (element: Element) =>
    element.id === 'main' && namesIn(element) !== namesIn(next.querySelector('main'));
  morphdom(page.body, next.body, {
    onBeforeElUpdated: (element, other) => {
      if (element.dataset.island !== undefined || isKept(element)) return false;
      keepState(element, other);
      // The content of a template is not among its children.
      if (element instanceof HTMLTemplateElement && other instanceof HTMLTemplateElement) {
        element.content.replaceChildren(other.content);
      }
      return true;
    },
    onBeforeNodeDiscarded: (node) => !isAlive(node),
  });
  renewBlock(page, next);
  page.dispatchEvent(new Event(RENEWED));
}

function renewBlock(page: Document, next: Document): void {
  const [block, newBlock] = [page.getElementById('page'), next.getElementById('page')];
  if (block !== null && newBlock !== null) block.textContent = newBlock.textContent;
}

function namesIn(part: ParentNode | null): string {
  const places = part?.querySelectorAll<HTMLElement>('[data-island]') ?? [];
  return Array.from(places, ({ dataset }) => dataset.island).join();
}

/** What scripts or people have put in since the page came: a dialog, an island, a text. */
function isAlive(node: Node): boolean {
  if (!(node instanceof HTMLElement)) return false;
  return node.matches('[data-island], [data-live]') || node.querySelector('[data-island], [data-live]') !== null;
}

/** Writes into the new element what the old one has got from the person. */
function keepState(element: HTMLElement, other: HTMLElement): void {
  if (element instanceof HTMLDetailsElement) other.toggleAttribute('open', element.open);
  if (!isField(element) || element.type === 'hidden' || !isSameField(element, other)) return;
  // The list of languages stands on that of the page: untouched, it follows.
  if (element instanceof HTMLSelectElement && isAsDrawn(element)) return;
  other.value = element.value;
  if (element instanceof HTMLInputElement && other instanceof HTMLInputElement) other.checked = element.checked;
}

function isAsDrawn({ selectedOptions }: HTMLSelectElement): boolean {
  return Array.from(selectedOptions).every(({ defaultSelected }) => defaultSelected);
}

function isField(element: Element): element is LiveField {
  return element.matches('input, textarea, select');
}

function isSameField(element: LiveField, other: Element): other is LiveField {
  return isField(other) && element.localName === other.localName;
}
