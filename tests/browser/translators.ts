import type { Page } from 'puppeteer-core';

/** What stands before every text that has been put into another language. */
export const TRANSLATED = '»';

/**
 * From now on pages are translated as translators of browsers do it: once the islands have taken over, and whenever
 * something changes, elements of their own take the place of every text that may be translated.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.evaluateOnNewDocument((mark) => {
    const translate = (text: Text) => {
      if (text.data.trim() === '' || text.parentElement?.closest('script, textarea, font, [translate=no]')) return;
      const words = document.createElement('font');
      words.textContent = mark + text.data;
      text.replaceWith(words);
    };
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(translate);
    };
    const begin = () => {
      if (document.querySelector('[data-island]:not([data-ready])')) return void setTimeout(begin, 10);
      document.documentElement.dataset.translated = '';
      translateIn(document.body);
      const changes = new MutationObserver((all) => {
        for (const { target, addedNodes } of all)
          for (const node of [target, ...addedNodes]) if (node.isConnected) translateIn(node);
      });
      changes.observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    addEventListener('DOMContentLoaded', begin);
  }, TRANSLATED);
}

/** Waits until the page that is open has been translated. */
export async function translated(page: Page): Promise<void> {
  await page.waitForSelector('[data-translated]');
}
