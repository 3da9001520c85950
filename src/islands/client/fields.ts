import type { Fields } from './client.ts';

/** What stands in a form, as it is sent. */
export function fieldsOf(form: HTMLFormElement): Fields {
  return [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
}
