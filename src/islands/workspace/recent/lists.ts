import type { RecentEntryWire, RecentPageWire } from '#src/features/secrets/secret-wire.ts';

/** What is shown of one secret. */
export type RecentEntry = RecentEntryWire;

/** Rows that the server has drawn, as they stand in the document: nothing in them changes by itself. */
export interface DrawnRows {
  readonly html: string;
}

export interface RecentLists {
  readonly hasItems: boolean;
  readonly notReceived: readonly RecentEntry[] | DrawnRows;
  readonly received: readonly RecentEntry[] | DrawnRows;
}

export function recentListsOf({ details }: Pick<RecentPageWire, 'details'>): RecentLists {
  return { hasItems: details.has_items, notReceived: details.notreceived, received: details.received };
}

/** How many secrets the server has told of; null where it has drawn them. */
export function countFetched({ notReceived, received }: RecentLists): number | null {
  return 'html' in notReceived || 'html' in received ? null : notReceived.length + received.length;
}

/** The lists of the page that is open: what the document holds is not sent a second time as data. */
export function drawnLists(place: ParentNode): RecentLists {
  const rowsOf = (id: string): RecentLists['received'] => {
    const list = place.querySelector(`section[aria-labelledby="${id}"] > ul`);
    return list === null ? [] : { html: list.innerHTML };
  };
  return {
    hasItems: place.querySelector('section') !== null,
    notReceived: rowsOf('not-received'),
    received: rowsOf('received'),
  };
}
