import type { Translate } from '#src/ui/texts.tsx';
import type { Client, Fields } from '../client/client.ts';
import { type FormFailure, failureOf } from '../client/form-post.ts';
import { textAt } from '../client/json.ts';

export type Kind = 'share' | 'generate';

export type Concealed =
  | { readonly metadataKey: string; readonly failure: null }
  | { readonly metadataKey: null; readonly failure: FormFailure };

/** Sends the form; the fields go as they stand, with the kind of the pressed button. */
export async function conceal(client: Client, kind: Kind, fields: Fields, t: Translate): Promise<Concealed> {
  const sent = fields.filter(([name]) => name !== 'kind');
  const answer = await client.post('/api/v2/secret/conceal', [...sent, ['kind', kind]]);
  const failure = failureOf(answer, t);
  if (failure !== null) return { metadataKey: null, failure };
  const metadataKey = answer.kind === 'json' ? textAt(answer.body, 'record', 'metadata', 'key') : null;
  if (metadataKey !== null) return { metadataKey, failure: null };
  return { metadataKey: null, failure: { field: null, message: t('forms.post.incomplete') } };
}
