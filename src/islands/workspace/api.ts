import type { AccountRecordWire } from '#src/features/accounts/account-wire.ts';
import type { ColonelRecordWire } from '#src/features/colonel/colonel-wire.ts';
import type { RecentListWire } from '#src/features/secrets/secret-wire.ts';
import type { Translate } from '#src/ui/texts.tsx';
import type { Client } from '../client/client.ts';
import { at } from '../client/json.ts';
import { fetchList } from '../client/list.ts';
import { recentListsOf } from './recent/lists.ts';
import type { ScreenData, ScreenName } from './screens.ts';

/** The screens whose data the server gives as JSON. */
export type FetchedScreen = Exclude<ScreenName, 'dashboard'>;

export type FetchedData =
  | { readonly data: ScreenData; readonly failure: null }
  | { readonly data: null; readonly failure: string };

const URLS: Readonly<Record<FetchedScreen, string>> = {
  recent: '/api/v2/private/recent',
  account: '/api/v2/account',
  colonel: '/api/v2/colonel',
};

/** Fetches what a screen is drawn from; a failure is ready to be shown. */
export async function fetchScreen(client: Client, screen: FetchedScreen, t: Translate): Promise<FetchedData> {
  const listed = await fetchList(client, URLS[screen], t);
  if (listed.failure !== null) return { data: null, failure: listed.failure };
  const data = dataOf(screen, listed.records[0], listed.body);
  return data === null ? { data, failure: t('list.fetch.unexpected') } : { data, failure: null };
}

function dataOf(screen: FetchedScreen, record: unknown, body: unknown): ScreenData | null {
  if (screen === 'recent') return isRecentList(body) ? { screen, lists: recentListsOf(body) } : null;
  if (screen === 'account') return isAccount(record) ? { screen, account: record, error: null, notice: null } : null;
  return isColonel(record) ? { screen, colonel: record } : null;
}

/** As much of the shape as decides whether it can be drawn at all. */
function isRecentList(body: unknown): body is RecentListWire {
  return Array.isArray(at(body, 'details', 'received')) && Array.isArray(at(body, 'details', 'notreceived'));
}

function isAccount(record: unknown): record is AccountRecordWire {
  return typeof at(record, 'cust', 'plan', 'options', 'name') === 'string';
}

function isColonel(record: unknown): record is ColonelRecordWire {
  return typeof at(record, 'counts', 'session_count') === 'number' && Array.isArray(at(record, 'recent_customers'));
}
