import type { Page } from 'puppeteer-core';

/**
 * What may scroll sideways, since it cannot be broken into lines; each of them is named and can be reached by
 * keyboard.
 */
const MAY_SCROLL = ['.code', '.table-wrap'];

/** What may be cut off, since it stands elsewhere in full: the name of the account in the header. */
const MAY_BE_CUT = ['.head__id span:last-child'];

const WIDTHS = [320, 1280];

/** What does not fit at each width, each in one line: cut off, outside, overlapping, or scrolling sideways. */
export async function misfitsOn(page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewport({ width, height: 900 });
    const misfits = await page.evaluate(findMisfits, MAY_SCROLL.join(), MAY_BE_CUT.join());
    found.push(...misfits.map((misfit) => `${width} px: ${misfit}`));
  }
  return found;
}

/** Runs in the page, so everything it needs is in it. */
function findMisfits(mayScroll: string, mayBeCut: string): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const named = (element: Element) => {
    const { tagName, id, className, textContent } = element;
    const words = textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 40);
    return `${tagName.toLowerCase()}${id && `#${id}`}.${typeof className === 'string' ? className : 'svg'} “${words}”`;
  };
  const say = (what: string, element: Element) => found.push(`${what}: ${named(element)}`);
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.vh, .skip, [aria-hidden="true"] > .vh') !== null ||
    isClippedAway(element);
  const isClippedAway = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isClippedAway(element.parentElement));
  const scroller = (element: Element) => {
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1) return one;
    }
    return null;
  };

  const icons = [...scope.querySelectorAll('.icon')].filter((one) => !isHidden(one) && !one.closest('.menu__panel'));
  // Once for all words: on a long page there are very many.
  const signs = icons.map((icon) => icon.getBoundingClientRect());
  const isUnderSign = (words: DOMRect) =>
    signs.some(({ left, right, top, bottom }) => {
      const isBeside = Math.min(right, words.right) - Math.max(left, words.left) <= 1;
      return !isBeside && Math.min(bottom, words.bottom) - Math.max(top, words.top) > 1;
    });

  if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
  if (scope.matches('dialog') && scope.scrollWidth > scope.clientWidth) found.push('the dialog scrolls sideways');
  for (const element of scope.querySelectorAll('*')) {
    if (isHidden(element) || element.matches('textarea, input, select, option, progress')) continue;
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    const { overflowX } = getComputedStyle(element);
    if (/hidden|clip/.test(overflowX) && !element.matches(mayBeCut)) say('cut off', element);
    if (!/auto|scroll/.test(overflowX)) continue;
    if (!element.matches(mayScroll)) say('scrolls sideways', element);
    const isReached = element.querySelector('a, button') ?? element.matches('[tabindex="0"]');
    const isNamed = element.matches(
      'nav[aria-label], [role][aria-label], [role][aria-labelledby], section[aria-label]',
    );
    if (!isReached || !isNamed) say('scrolls, but has no keyboard or name', element);
  }

  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.nodeValue?.trim() || isHidden(parent) || parent.closest('textarea, select, svg, option'))
      continue;
    if (parent.closest(mayBeCut)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1);
    const isScrolled = scroller(parent) !== null;
    if (!isScrolled && rects.some(({ left, right }) => left < -1 || right > width + 1))
      say('outside the window', parent);
    if (!parent.closest('.menu__panel') && rects.some(isUnderSign)) say('words under a sign', parent);
    let block: Element = parent;
    while (
      getComputedStyle(block).display.startsWith('inline') &&
      !block.matches('.btn, .badge, .pill') &&
      block.parentElement
    ) {
      block = block.parentElement;
    }
    const box = block.getBoundingClientRect();
    const leaves = rects.some((rect) => rect.left < box.left - 1.5 || rect.right > box.right + 1.5);
    const isBelow =
      block.matches('button, .btn') && rects.some((rect) => rect.top < box.top - 1 || rect.bottom > box.bottom + 1);
    if ((leaves && !isScrolled) || isBelow) say('text leaves its box', block);
  }

  const controls = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (control) =>
      !isHidden(control) && !control.closest('.menu__panel') && !control.matches('.segment input, [type=hidden]'),
  );
  const boxes = controls.map((control) => ({ control, rects: [...control.getClientRects()] }));
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (one.control.contains(other.control) || other.control.contains(one.control)) continue;
      if (one.control.closest('.affix')?.contains(other.control)) continue;
      const overlap = one.rects.some((a) =>
        other.rects.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
        ),
      );
      if (overlap) found.push(`overlap: ${named(one.control)} and ${named(other.control)}`);
    }
  }
  return found;
}
