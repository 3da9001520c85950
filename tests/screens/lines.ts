import type { ElementHandle, Page } from 'puppeteer-core';

/** The words of an element as they stand on the screen, line by line, without what cannot be seen. */
export function linesOf(page: Page, element: ElementHandle<Element>): Promise<string[]> {
  return page.evaluate((root) => {
    const lines: { middle: number; words: string }[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (const [at, sign] of [...(node.textContent ?? '')].entries()) add(node, at, sign);
    }
    return lines.map(({ words }) => words.trim());

    function add(node: Node, at: number, sign: string): void {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const [box] = range.getClientRects();
      if (!box || box.width === 0) return;
      const middle = box.top + box.height / 2;
      const line = lines.find((one) => Math.abs(one.middle - middle) < box.height / 2);
      if (line) line.words += sign;
      else lines.push({ middle, words: sign });
    }
  }, element);
}
