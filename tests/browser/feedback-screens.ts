import type { Page } from 'puppeteer-core';
import { find, open } from './screens.ts';

/** Challenges that are solved at once; the workers are the real ones. */
export const EASY = { HUSHLINK_FEEDBACK_CAPTCHA_MAX_NUMBER: '1000' };

export const NOT_A_ROBOT = "I'm not a robot";

/** Opens the feedback page and listens for what it tells of itself. */
export async function openFeedback(page: Page, url: string): Promise<void> {
  await open(page, `${url}/feedback`);
  await countSent(page);
}

/** From now on counts how often the document hears that feedback was sent. */
export async function countSent(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.sent = '0';
    document.addEventListener('feedback-sent', () => {
      const { dataset } = document.documentElement;
      dataset.sent = String(Number(dataset.sent) + 1);
    });
  });
}

export async function sentCount(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.sent));
}

export async function pressCaptcha(page: Page): Promise<void> {
  await (await find(page, 'checkbox', NOT_A_ROBOT)).click();
}

/** Waits until the captcha stands in this state. */
export async function captchaIn(page: Page, state: string): Promise<void> {
  await page.waitForSelector(`.captcha[data-state="${state}"]`);
}

export async function payloadOn(page: Page): Promise<string> {
  return page.$eval('[name="authenticity_payload"]', (field) => (field as HTMLInputElement).value);
}

/** The pages it opens from now on are told that they came without https, from another machine. */
export async function withoutHttps(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => void Object.defineProperty(globalThis, 'isSecureContext', { value: false }));
}
