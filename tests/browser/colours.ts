import type { Page } from 'puppeteer-core';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What a page is lent to judge its own colours by. */
export interface Colours {
  /** Whatever way a colour is written in: 0 to 255, alpha 0 to 1. */
  rgba(colour: string): Colour;
  /** What an element stands on or paints behind its words. */
  groundOf(element: Element): Colour;
  over(top: Colour, ground: Colour): Colour;
  /** WCAG 2: 1 to 21. */
  contrast(one: Colour, other: Colour): number;
}

/** Makes `globalThis.colours` of the page. */
export async function lendColours(page: Page): Promise<void> {
  await page.evaluate(() => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const known = new Map<string, Colour>();
    Object.assign(globalThis, { colours: { rgba, groundOf, over, contrast } });

    function groundOf(element: Element): Colour {
      const own = rgba(getComputedStyle(element).backgroundColor);
      if (own[3] >= 0.999) return own;
      return over(own, element.parentElement ? groundOf(element.parentElement) : rgba('Canvas'));
    }

    function over([r, g, b, alpha]: Colour, [gr, gg, gb]: Colour): Colour {
      const mix = (top: number, below: number) => top * alpha + below * (1 - alpha);
      return [mix(r, gr), mix(g, gg), mix(b, gb), 1];
    }

    function contrast(one: Colour, other: Colour): number {
      const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    }

    function luminance([r, g, b]: Colour): number {
      const [red, green, blue] = [r, g, b].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }

    /** Whatever way it is written in: the browser paints it. */
    function rgba(colour: string): Colour {
      const found = known.get(colour);
      if (found) return found;
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, alpha / 255]);
      return [r, g, b, alpha / 255];
    }
  });
}
