import type { CustId } from '#src/features/accounts/customer.ts';
import { toSeconds } from '#src/values/seconds.ts';
import { RECENT_MS } from './owner.ts';
import { metadataWire, type PresentContext } from './secret-present.ts';
import type { RecentEntryWire, RecentListWire, RecentPageWire, RecentWire } from './secret-wire.ts';
import type { ListedSecret } from './sender.ts';
import { shortkey } from './shortkeys.ts';

/** A customer's recent secrets, split by whether they are over. */
export function presentRecent(sent: readonly ListedSecret[], custid: CustId, context: PresentContext): RecentListWire {
  const records = sent.map((secret) => recentWire(secret, context));
  const nowSeconds = toSeconds(context.nowMs);
  const since = nowSeconds - RECENT_MS / 1000;
  return { count: records.length, custid, records, details: { since, now: nowSeconds, ...halvesOf(records) } };
}

/** The same list, with as much of each entry as the page shows. */
export function presentRecentPage(sent: readonly ListedSecret[], context: PresentContext): RecentPageWire {
  return { count: sent.length, details: halvesOf(sent.map((secret) => entryWire(secret, context))) };
}

function halvesOf<Entry extends RecentEntryWire>(entries: readonly Entry[]) {
  return {
    has_items: entries.length > 0,
    received: entries.filter(({ is_destroyed: isOver }) => isOver),
    notreceived: entries.filter(({ is_destroyed: isOver }) => !isOver),
  };
}

/** As the metadata record, without the link: whoever sees the list goes to the private page for it. */
function recentWire(sent: ListedSecret, context: PresentContext): RecentWire {
  const { secret_key: _, share_url: __, ...metadata } = metadataWire(sent, context);
  return { ...metadata, share_url: '', stamp: stampOf(sent, context) };
}

function entryWire(sent: ListedSecret, context: PresentContext): RecentEntryWire {
  const { metadataKey: key, facts, row } = sent;
  const [is_received, is_burned] = [row.life === 'received', row.life === 'burned'];
  return {
    ...{ key, shortkey: shortkey(key), stamp: stampOf(sent, context) },
    ...{ recipients: facts.recipients.join(', '), show_recipients: facts.recipients.length > 0 },
    ...{ is_received, is_burned, is_expired: row.life === 'expired', is_destroyed: is_received || is_burned },
  };
}

/** How long ago it was created. */
function stampOf({ row }: ListedSecret, { nowMs, stamps }: PresentContext): string {
  return stamps.ago(Math.max(0, Math.floor((nowMs - row.createdAtMs) / 1000)));
}
