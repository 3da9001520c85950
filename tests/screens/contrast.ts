import type { Page } from 'puppeteer-core';
import { type Colours, lendColours } from '../browser/colours.ts';

/**
 * What is too faint against what it stands on, by the computed styles: words under 4.5 to 1 (3 to 1 when large),
 * signs without words, edges of fields and marks of a state under 3 to 1. What is switched off counts too.
 */
export async function faintParts(page: Page): Promise<string[]> {
  await lendColours(page);
  return page.evaluate(() => {
    const { rgba, groundOf, over, contrast } = (globalThis as unknown as { colours: Colours }).colours;
    const place = document.querySelector('dialog[open]') ?? document.body;
    const seen = [...place.querySelectorAll<HTMLElement | SVGElement>('*')].filter(isSeen);
    return [...new Set(seen.flatMap((element) => [...words(element), ...signs(element), ...edges(element)]))];

    function isSeen(element: Element): boolean {
      if (element.closest('.vh, .skip, template') || !element.checkVisibility({ visibilityProperty: true }))
        return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && opacityOf(element) > 0.05;
    }

    function words(element: Element): string[] {
      const style = getComputedStyle(element);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const least = isLarge ? 3 : 4.5;
      const isField = element.matches('input:not([type=checkbox], [type=radio], [type=color]), textarea, select');
      const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const found = isField || hasWords ? judge(element, 'words', style.color, groundOf(element), least) : [];
      if (!element.matches('[placeholder]')) return found;
      return [
        ...found,
        ...judge(element, 'placeholder', getComputedStyle(element, '::placeholder').color, groundOf(element), 4.5),
      ];
    }

    function signs(element: Element): string[] {
      if (!element.matches('svg.icon')) return [];
      const control = element.closest('a, button, summary');
      const isAlone =
        element.hasAttribute('aria-label') ||
        element.getAttribute('role') === 'img' ||
        control?.textContent?.trim() === '';
      return isAlone ? judge(element, 'sign', getComputedStyle(element).color, groundOf(element), 3) : [];
    }

    function edges(element: Element): string[] {
      const { borderTopColor, borderBottomColor, borderTopWidth } = getComputedStyle(element);
      const outside = groundOf(element.parentElement!);
      if (element.matches('.tabs > [aria-current=page], .tabs > [aria-selected=true]'))
        return judge(element, 'mark', borderBottomColor, outside, 3);
      if (element.matches('.dot')) return judge(element, 'dot', borderTopColor, outside, 3);
      const isEdged = element.matches('.input:not([readonly]), .textarea, .select, .switch input, .captcha, .swatch');
      if (!isEdged) return [];
      const fill = contrast(groundOf(element), outside);
      return fill >= 3 || borderTopWidth === '0px' ? [] : judge(element, 'edge', borderTopColor, outside, 3);
    }

    function judge(
      element: Element,
      what: string,
      colour: string,
      ground: ReturnType<typeof rgba>,
      least: number,
    ): string[] {
      const [r, g, b, alpha] = rgba(colour);
      const ratio = contrast(over([r, g, b, alpha * opacityOf(element)], ground), ground);
      const text = (element.textContent ?? '').trim().slice(0, 24);
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${text}"`;
      return ratio >= least - 0.01 ? [] : [`${what} of ${name}: ${ratio.toFixed(2)} to 1, not ${least}`];
    }

    function opacityOf(element: Element): number {
      const own = Number(getComputedStyle(element).opacity);
      return element.parentElement ? own * opacityOf(element.parentElement) : own;
    }
  });
}

/** Puts everything that can be pressed into a state of a style sheet, such as 'hover', until the page goes. */
export async function force(page: Page, ...states: readonly string[]): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const selector = 'a, button, input, select, textarea, summary, label';
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  for (const nodeId of nodeIds)
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...states] });
}
