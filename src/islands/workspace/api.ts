import type { AccountRecordWire } from '#src/features/accounts/account-wire.ts';
import type { ColonelRecordWire } from '#src/features/colonel/colonel-wire.ts';
import type { RecentListWire } from '#src/features/secrets/secret-wire.ts';
import type { Translate } from '#src/ui/texts.tsx';
import type { Client } from '../client/client.ts';
import { at, type JsonObject, numberAt } from '../client/json.ts';
import { fetchList } from '../client/list.ts';
import { areDomains, domainAnswerOf } from './domain-answer.ts';
import { domainApi } from './domain-paths.ts';
import { recentListsOf } from './recent/lists.ts';
import type { ScreenData, ScreenName } from './screens.ts';

/** The screens whose data the server gives as JSON. */
export type FetchedScreen = Exclude<ScreenName, 'dashboard' | 'domain-add'>;

/** Such a screen, and the domain that it is about. */
export interface FetchedPlace {
  readonly screen: FetchedScreen;
  readonly domain: string | null;
}

export type FetchedData =
  | { readonly data: ScreenData; readonly failure: null }
  | { readonly data: null; readonly failure: string };

export interface FetchDeps {
  readonly client: Client;
  readonly t: Translate;
  readonly nowMs: () => number;
}

/** Fetches what a screen is drawn from; a failure is ready to be shown. */
export async function fetchScreen({ client, t, nowMs }: FetchDeps, place: FetchedPlace): Promise<FetchedData> {
  const listed = await fetchList(client, urlOf(place), t);
  if (listed.failure !== null) return { data: null, failure: listed.failure };
  const data = dataOf(place.screen, listed, clockOf(listed, nowMs));
  return data === null ? { data, failure: t('list.fetch.unexpected') } : { data, failure: null };
}

function urlOf({ screen, domain }: FetchedPlace): string {
  switch (screen) {
    case 'recent':
      return '/api/v2/private/recent';
    case 'account':
      return '/api/v2/account';
    case 'colonel':
      return '/api/v2/colonel';
    case 'domains':
      return '/api/v2/account/domains';
    case 'domain-verify':
    case 'domain-brand':
      return domainApi({ display_domain: domain ?? '' });
  }
}

interface Fetched {
  readonly records: readonly JsonObject[];
  readonly body: unknown;
}

function dataOf(screen: FetchedScreen, { records, body }: Fetched, nowMs: number): ScreenData | null {
  const plain = { error: null, notice: null };
  const [record]: readonly unknown[] = records;
  switch (screen) {
    case 'recent':
      return isRecentList(body) ? { screen, lists: recentListsOf(body) } : null;
    case 'account':
      return isAccount(record) ? { screen, account: record, ...plain } : null;
    case 'colonel':
      return isColonel(record) ? { screen, colonel: record } : null;
    case 'domains':
      return areDomains(records) ? { screen, domains: records, nowMs, ...plain } : null;
    case 'domain-verify': {
      const known = domainAnswerOf(body);
      return known && { screen, ...known, nowMs, ...plain };
    }
    case 'domain-brand': {
      const known = domainAnswerOf(body);
      return known && { screen, domain: known.domain, ...plain };
    }
  }
}

/** Epoch milliseconds by the server's clock; by this one, which may be wrong, where it does not tell. */
function clockOf({ body }: Fetched, nowMs: () => number): number {
  const nowSeconds = numberAt(body, 'details', 'now');
  return nowSeconds === null ? nowMs() : nowSeconds * 1000;
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
