import type { Translate } from '#src/ui/texts.tsx';
import type { Client } from '../client/client.ts';
import { textAt } from '../client/json.ts';

const FIRST_SERVER_FAULT = 500;

/** Asks the server to speak this language from now on; null, or what the person should read. */
export async function updateLocale(client: Client, locale: string, t: Translate): Promise<string | null> {
  const answer = await client.post('/api/v2/account/update-locale', [['locale', locale]]);
  if (answer.kind === 'json' && answer.isOk) return null;
  const isRefused = answer.kind !== 'no-response' && !answer.isOk && answer.status < FIRST_SERVER_FAULT;
  if (!isRefused) return t('settings.language.unexpected');
  const message = answer.kind === 'json' ? textAt(answer.body, 'message') : null;
  return t('settings.language.refused', { message: message ?? t('settings.language.unknown') });
}
