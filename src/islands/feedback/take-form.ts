import type { Effects } from '../client/effects.tsx';
import type { PageGlobals } from '../page-globals.ts';
import type { FeedbackFormProps } from './island.tsx';

/**
 * The form as its own page has it. The token of that page becomes this one's, and the browser gets the cookie that the
 * token is made for. Null where somebody else is signed in by now: with their token, the page of one customer would act
 * for another. Rejects where the page of the form cannot be had or read.
 */
export async function takeForm({ auth, shrimp }: Pick<Effects, 'auth' | 'shrimp'>): Promise<FeedbackFormProps | null> {
  const { page, props } = await fetchForm();
  const own = auth.custid();
  const asker = page.globals.customer?.custid ?? null;
  if (own !== null && asker !== null && asker !== own) return null;
  shrimp.replace(page.shrimp);
  return props;
}

async function fetchForm(): Promise<{ readonly page: PageGlobals; readonly props: FeedbackFormProps }> {
  const response = await fetch('/feedback', { headers: { accept: 'text/html' } });
  const html = new DOMParser().parseFromString(await response.text(), 'text/html');
  const props = html.querySelector<HTMLElement>('[data-island="feedback"]')?.dataset.props;
  const page = html.getElementById('page')?.textContent;
  if (!props || !page) throw new Error(`/feedback holds no form (${response.status})`);
  return { page: JSON.parse(page), props: JSON.parse(props) };
}
