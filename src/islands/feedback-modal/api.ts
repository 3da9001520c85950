import type { FeedbackFormProps } from '../feedback/island.tsx';
import type { PageGlobals } from '../page-globals.ts';

export interface FetchedForm {
  /** Good for whoever is asking now, whatever the page that is open was drawn for. */
  readonly shrimp: string;
  /** Who is asking now; null for nobody. */
  readonly custid: string | null;
  readonly props: FeedbackFormProps;
}

/** The form as its own page has it. Rejects where that page cannot be had or read. */
export async function fetchForm(fetch: typeof globalThis.fetch): Promise<FetchedForm> {
  const response = await fetch('/feedback', { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const props = page.querySelector<HTMLElement>('[data-island="feedback"]')?.dataset.props;
  const globals = page.getElementById('page')?.textContent;
  if (!props || !globals) throw new Error(`/feedback holds no form (${response.status})`);
  const { shrimp, globals: site }: PageGlobals = JSON.parse(globals);
  const form = { ...JSON.parse(props), message: '', id: 'feedback-modal', rows: 4, isRequired: true };
  return { shrimp, custid: site.customer?.custid ?? null, props: form };
}
