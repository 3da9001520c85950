import type { Page } from 'puppeteer-core';
import { fill, pressAndGo } from './screens.ts';

export const member = { address: 'robin@example.com', password: 'lantern 7 harbour!' };

/** Gets an account by the forms of the site and signs in with it; ends on the dashboard. */
export async function becomeMember(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signup`);
  await fill(page, '#u', member.address);
  await fill(page, '#p', member.password);
  await page.click('[name=agree]');
  await pressAndGo(page, 'Create account');
  await signIn(page, url);
}

/** The account is there already, with the password of all. */
export async function signIn(page: Page, url: string, { address }: { address: string } = member): Promise<void> {
  await page.goto(`${url}/signin`);
  await fill(page, '#u', address);
  await fill(page, '#p', member.password);
  await pressAndGo(page, 'Sign in');
}
