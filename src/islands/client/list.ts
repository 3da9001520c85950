import type { Translate } from '#src/ui/texts.tsx';
import type { Client } from './client.ts';
import { at, isObject, type JsonObject } from './json.ts';

export type Listed =
  | { readonly records: readonly JsonObject[]; readonly body: unknown; readonly failure: null }
  | { readonly failure: string };

/** Fetches a list, or the single record that some addresses answer with. */
export async function fetchList(client: Client, url: string, t: Translate): Promise<Listed> {
  const answer = await client.get(url);
  if (answer.kind === 'no-response' || !answer.isOk) return { failure: t('list.fetch.failed', { url }) };
  const body = answer.kind === 'json' ? answer.body : null;
  const records = recordsOf(body);
  return records === null ? { failure: t('list.fetch.unexpected') } : { records, body, failure: null };
}

function recordsOf(body: unknown): readonly JsonObject[] | null {
  const records = at(body, 'records') ?? [at(body, 'record')];
  return Array.isArray(records) && records.every(isObject) ? records : null;
}
