import type { Page } from 'puppeteer-core';
import { PSEUDO_END, PSEUDO_START } from '#src/i18n/pseudo-pack.ts';

/** Attributes that are read out or shown. */
const READ_ATTRIBUTES = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label'];

/**
 * What says itself that it is no text of ours: a part in another language, what somebody has written, an address, a
 * name, a key, a moment that Intl has worded.
 */
const NO_WORDS = 'script, style, template, [lang], [dir], bdi, code, textarea, time, .mono';

/**
 * What the page says, to the eye or to a screen reader, outside the marks that the made-up language puts around every
 * text of a pack.
 */
export async function unmarkedOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (start, end, attributes, skipped) => {
      const found: string[] = [];
      let depth = 0;
      const outside = (text: string): string => {
        let kept = '';
        for (const letter of text) {
          if (letter === start) depth += 1;
          else if (letter === end) depth -= 1;
          else if (depth === 0) kept += letter;
        }
        return kept.trim();
      };
      const note = (text: string | null | undefined) => {
        const left = outside(text ?? '');
        if (/\p{L}{2}/u.test(left)) found.push(left);
      };
      const visit = (node: Node): void => {
        if (node instanceof Text) note(node.data);
        if (!(node instanceof Element) || node.matches(skipped)) return;
        for (const name of attributes) if (node.hasAttribute(name)) note(node.getAttribute(name));
        if (node instanceof HTMLInputElement && node.type === 'submit') note(node.value);
        for (const child of node.childNodes) visit(child);
      };
      note(document.title);
      visit(document.body);
      if (depth !== 0) found.push('a text begins or ends outside of its element');
      return found;
    },
    PSEUDO_START,
    PSEUDO_END,
    READ_ATTRIBUTES,
    NO_WORDS,
  );
}
