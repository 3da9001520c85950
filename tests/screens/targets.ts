import type { Page } from 'puppeteer-core';

/**
 * Targets of a pointer under 24 by 24 pixels (WCAG 2.5.8), but for links in a sentence and for those with so much
 * room around them that a circle of 24 pixels on each touches no other target.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 24;
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]';
    const place = document.querySelector('dialog[open]') ?? document.body;
    const boxes = [...place.querySelectorAll<HTMLElement>(controls)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.vh'))
      .map((element) => ({ element, box: boxOf(element) }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const small = boxes.filter(({ element, box }) => isSmall(box) && !isInSentence(element));
    return small.filter(({ element, box }) => isCrowded(element, box)).map(({ element, box }) => nameOf(element, box));

    /** A label belongs to the target of its box. */
    function boxOf(element: HTMLElement): DOMRect {
      const own = element.getBoundingClientRect();
      const isBox = element.matches('[type=checkbox], [type=radio]');
      const labels = isBox ? [...((element as HTMLInputElement).labels ?? [])] : [];
      const all = [own, ...labels.map((label) => label.getBoundingClientRect())];
      const [left, top] = [Math.min(...all.map((one) => one.left)), Math.min(...all.map((one) => one.top))];
      const right = Math.max(...all.map((one) => one.right));
      return new DOMRect(left, top, right - left, Math.max(...all.map((one) => one.bottom)) - top);
    }

    function isSmall({ width, height }: DOMRect): boolean {
      return width < least - 0.1 || height < least - 0.1;
    }

    function isInSentence(element: HTMLElement): boolean {
      const around = element.parentElement?.closest('p, li, td, dd, label, div')?.textContent?.trim() ?? '';
      return (
        getComputedStyle(element).display.startsWith('inline') &&
        around.length > (element.textContent?.trim().length ?? 0)
      );
    }

    function isCrowded(element: HTMLElement, box: DOMRect): boolean {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return boxes.some(({ element: other, box: theirs }) => {
        if (other === element || other.contains(element) || element.contains(other)) return false;
        const [cx, cy] = [theirs.x + theirs.width / 2, theirs.y + theirs.height / 2];
        if (isSmall(theirs) && Math.hypot(cx - x, cy - y) < least) return true;
        const dx = Math.max(theirs.left - x, 0, x - theirs.right);
        return Math.hypot(dx, Math.max(theirs.top - y, 0, y - theirs.bottom)) < least / 2;
      });
    }

    function nameOf(element: HTMLElement, { width, height }: DOMRect): string {
      const words = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? '';
      return `target ${element.tagName} ${element.className} "${words}": ${width.toFixed(1)} x ${height.toFixed(1)} px`;
    }
  });
}

/**
 * Buttons and fields under 44 by 44 pixels, as docs/accessibility.md promises them: links that look like buttons, what
 * opens a section or a menu, and tabs are buttons too, and a box has the room of its label. Links in a text are none,
 * nor are e-mail addresses there, which are drawn as buttons.
 */
export async function lowControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const controls = 'button:not(.email-link), .btn, summary, [role=tab], input:not([type=hidden]), select, textarea';
    const place = document.querySelector('dialog[open]') ?? document.body;
    const seen = [...place.querySelectorAll<HTMLElement>(controls)].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.vh') && one.clientWidth > 1,
    );
    return seen.flatMap((one) => {
      const labels = one.matches('[type=checkbox], [type=radio]') ? [...((one as HTMLInputElement).labels ?? [])] : [];
      const boxes = [one, ...labels].map((part) => part.getBoundingClientRect());
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
      if (width > least - 0.1 && height > least - 0.1) return [];
      return [
        `${one.tagName} ${one.id} ${one.className} "${one.innerText}": ${width.toFixed(1)} x ${height.toFixed(1)} px`,
      ];
    });
  });
}

/** What has words to see, and a name to be called by in which they do not stand (WCAG 2.5.3). */
export async function misnamed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll<HTMLElement>(':is(a, button, summary, input)[aria-label]')];
    const wrong = named.filter((one) => {
      const words = one.innerText.trim().toLowerCase();
      return one.checkVisibility() && !one.getAttribute('aria-label')?.toLowerCase().includes(words);
    });
    return wrong.map((one) => `"${one.innerText}" is called "${one.getAttribute('aria-label')}"`);
  });
}
