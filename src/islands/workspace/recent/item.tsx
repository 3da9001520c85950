import { Addresses } from '#src/ui/addresses.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';
import type { RecentEntry } from './lists.ts';

/** One secret of the list: what it is called, what became of it, and how to end it. */
export function RecentItem({ entry }: { entry: RecentEntry }) {
  const { t } = useTexts();
  const { key, shortkey } = entry;
  const ending = endingOf(entry, t);
  return (
    <li className="list__item">
      <span className={dotOf(entry)} />
      <div>
        <a
          className="mono"
          href={`/private/${key}`}
          title={entry.is_received ? t('recents.item.receivedTitle') : t('recents.item.notReceivedTitle')}
        >
          {entry.is_destroyed ? <s>{shortkey}</s> : shortkey}
        </a>
        <p className="list__meta">
          <span>{entry.stamp}</span>
          {ending !== null && <span>{ending}</span>}
          {entry.show_recipients && (
            <span>
              <Slotted text={t('recents.item.sentTo', { recipients: SLOT })}>
                <Addresses addresses={entry.recipients} />
              </Slotted>
            </span>
          )}
        </p>
      </div>
      {!entry.is_destroyed && !entry.is_expired && (
        <a
          className="btn btn--icon btn--quiet"
          href={`/private/${key}/burn`}
          aria-label={t('recents.item.burnName', { shortkey })}
          title={t('recents.item.burn')}
        >
          <Icon name="flame" />
        </a>
      )}
    </li>
  );
}

function endingOf(entry: RecentEntry, t: Translate): string | null {
  if (entry.is_received) return t('recents.item.received');
  if (entry.is_burned) return t('recents.item.burned');
  return entry.is_expired ? t('recents.item.expired') : null;
}

function dotOf({ is_destroyed: isDestroyed, is_burned: isBurned }: RecentEntry): string {
  if (!isDestroyed) return 'dot';
  return isBurned ? 'dot dot--burned' : 'dot dot--hollow';
}
