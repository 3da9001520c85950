import type { Page } from 'puppeteer-core';
import { type Colours, lendColours } from '../browser/colours.ts';

/** More stops than any page has, and enough to come round. */
const MOST = 1500;

/**
 * Goes round the page with Tab alone: tells of what the keyboard does not come to, of stops that are not seen to be
 * one (a ring of two pixels, 3 to 1 on what is around it), that lie under something else, and of places without a way out.
 */
export async function goRound(page: Page): Promise<string[]> {
  await lendColours(page);
  await begin(page);
  const found: string[] = [];
  for (let presses = 0; presses < MOST; presses += 1) {
    await page.keyboard.press('Tab');
    const { isRound, complaints } = await lookAtStop(page);
    found.push(...complaints);
    if (isRound) return [...found, ...(await missedStops(page))];
  }
  return [...found, 'the keyboard does not come round'];
}

async function begin(page: Page): Promise<void> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
    Object.assign(globalThis, { stops: new Set<Element>() });
  });
}

async function lookAtStop(page: Page): Promise<{ isRound: boolean; complaints: string[] }> {
  return page.evaluate(() => {
    const { stops, colours } = globalThis as unknown as { stops: Set<Element>; colours: Colours };
    const stop = document.activeElement;
    // The browser's own bar stands between the last stop and the first.
    if (stop === null || stop === document.body) {
      const isWithout = stops.size === 0 && Object.hasOwn(globalThis, 'hasBeenOut');
      Object.assign(globalThis, { hasBeenOut: true });
      return { isRound: isWithout, complaints: [] };
    }
    if (stops.has(stop)) return { isRound: true, complaints: [] };
    stops.add(stop);
    const name = `${stop.tagName} ${stop.className} "${stop.getAttribute('aria-label') ?? stop.textContent?.trim().slice(0, 30)}"`;
    const complaints = [];
    if (!hasRing(stop)) complaints.push(`no ring to be seen: ${name}`);
    if (isCovered(stop)) complaints.push(`covered: ${name}`);
    return { isRound: false, complaints };

    function hasRing(element: Element): boolean {
      const places = [element, element.closest('label'), element.closest('.sheet__write')];
      return places.some((place) => place !== null && (isOutlined(place) || isShadowed(place)));
    }

    function isOutlined(place: Element): boolean {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(place);
      const around = Number.parseFloat(outlineOffset) < 0 ? place : (place.parentElement ?? place);
      const ratio = colours.contrast(colours.rgba(outlineColor), colours.groundOf(around));
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && ratio >= 3;
    }

    function isShadowed(place: Element): boolean {
      const ring = /^(.*\)|#\w+) 0px 0px 0px 2px inset/.exec(getComputedStyle(place).boxShadow)?.[1];
      return ring !== undefined && colours.contrast(colours.rgba(ring), colours.groundOf(place)) >= 3;
    }

    function isCovered(element: Element): boolean {
      const boxes = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      return !boxes.some(({ x, y, width, height }) => {
        const points = [0.5, 0.1, 0.9].flatMap((share) => [
          document.elementFromPoint(x + width * share, y + height / 2),
          document.elementFromPoint(x + width / 2, y + height * share),
        ]);
        return points.some(
          (top) => top !== null && (element.contains(top) || top.contains(element) || labelled(element, top)),
        );
      });
    }

    function labelled(element: Element, top: Element): boolean {
      return top.closest('label')?.contains(element) === true;
    }
  });
}

async function missedStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { stops } = globalThis as unknown as { stops: Set<Element> };
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
    const place = document.querySelector('dialog[open]') ?? document.body;
    const missed = [...place.querySelectorAll<HTMLElement>(controls)].filter((one) => {
      const isOn = one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !one.matches(':disabled');
      // Of a group of radios the keyboard comes to one, and the arrows lead to the others.
      const group = one.matches('[type=radio]') ? (one as HTMLInputElement).name : null;
      const isInGroup = [...stops].some((stop) => group !== null && stop.getAttribute('name') === group);
      return isOn && !stops.has(one) && !isInGroup;
    });
    return missed.map(
      (one) => `not reached: ${one.tagName} ${one.className} "${one.textContent?.trim().slice(0, 30)}"`,
    );
  });
}
