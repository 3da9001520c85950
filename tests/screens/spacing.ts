import type { Page } from 'puppeteer-core';

/** Sets words as WCAG 1.4.12 lets readers set them, for as long as the page stands. */
export async function spaceOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Sets the size of words as the settings of a browser do, for as long as the page stands. */
export async function enlarge(page: Page, size: string): Promise<void> {
  await page.evaluate((asked) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${asked} }`);
    document.adoptedStyleSheets.push(sheet);
  }, size);
}

/** Words of an open dialog's title that stand on two lines. */
export async function brokenTitles(page: Page): Promise<string[]> {
  return page.$$eval('dialog[open] h2', (titles) =>
    titles.flatMap((title) => {
      const text = title.firstChild;
      return [...title.textContent.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text!, index);
        range.setEnd(text!, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
}

/** Words that are cut off, that lie over others, or that make the page wider than the window. */
export async function lostWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const place = document.querySelector('dialog[open]') ?? document.body;
    const wide = scrollWidth > clientWidth ? [`page of ${scrollWidth} px in ${clientWidth} px: ${widest()}`] : [];
    return [...wide, ...cutOff(), ...onTop()];

    function widest(): string {
      const ends = [...place.querySelectorAll('*')].filter(
        (one) => one.getBoundingClientRect().right > clientWidth + 1,
      );
      return ends.map(nameOf).slice(0, 4).join(', ');
    }

    function cutOff(): string[] {
      const clipping = [...place.querySelectorAll<HTMLElement>('*')].filter((one) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
        if (one.closest('.vh, svg, textarea, input, select') || textOverflow === 'ellipsis') return false;
        const [x, y] = [one.scrollWidth - one.clientWidth > 1, one.scrollHeight - one.clientHeight > 1];
        return (
          one.checkVisibility() &&
          one.clientWidth > 1 &&
          ((overflowX === 'hidden' && x) || (overflowY === 'hidden' && y))
        );
      });
      return clipping.map((one) => `cut off: ${nameOf(one)}`);
    }

    /** Lines of different texts that share a place, by more than the room between lines. */
    function onTop(): string[] {
      const lines = linesOf(place).toSorted((a, b) => a.box.top - b.box.top);
      const found: string[] = [];
      lines.forEach((one, index) => {
        for (const other of lines.slice(index + 1, index + 60)) {
          if (other.box.top > one.box.bottom - 4) break;
          const share = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          if (share > 3 && one.node !== other.node && !isLaidOver(one.node, other.node))
            found.push(`"${wordsOf(one.node)}" over "${wordsOf(other.node)}"`);
        }
      });
      return [...new Set(found)];
    }

    function linesOf(root: Element): { node: Node; box: DOMRect }[] {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const lines: { node: Node; box: DOMRect }[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        const isHidden = parent?.closest('.vh, .skip, textarea, select, script, svg, .dialog:not([open])');
        if (!node.textContent?.trim() || isHidden || !parent?.checkVisibility({ opacityProperty: true })) continue;
        if (isClipped(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        lines.push(
          ...[...range.getClientRects()].filter(({ width }) => width > 1).map((box) => ({ node: node as Node, box })),
        );
      }
      return lines;
    }

    function isClipped(element: Element): boolean {
      const isHere = getComputedStyle(element).clipPath !== 'none';
      return isHere || (element.parentElement !== null && isClipped(element.parentElement));
    }

    /** A menu that is open lies over the page: that is its nature. */
    function isLaidOver(one: Node, other: Node): boolean {
      return one.parentElement?.closest('.menu__panel') !== other.parentElement?.closest('.menu__panel');
    }

    function wordsOf(node: Node): string {
      return (node.textContent ?? '').trim().slice(0, 20);
    }

    function nameOf(one: Element): string {
      return `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} "${wordsOf(one)}"`;
    }
  });
}
