import type { ColonelRecordWire, FeedbackEntryWire } from '#src/features/colonel/colonel-wire.ts';
import { formatNumber, formatUtc } from '#src/ui/amounts.ts';
import { useTexts } from '#src/ui/texts.tsx';

/** What people wrote, in three groups by UTC days. */
export function Feedback({ colonel }: { colonel: ColonelRecordWire }) {
  const { t } = useTexts();
  const { counts } = colonel;
  return (
    <div className="stack stack--lg">
      <Group title={t('colonel.feedback.today')} count={counts.today_feedback_count} entries={colonel.today_feedback} />
      <Group
        title={t('colonel.feedback.yesterday')}
        count={counts.yesterday_feedback_count}
        entries={colonel.yesterday_feedback}
      />
      <Group title={t('colonel.feedback.older')} count={counts.older_feedback_count} entries={colonel.older_feedback} />
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  /** In a flood, more than are shown. */
  readonly count: number;
  readonly entries: readonly FeedbackEntryWire[];
}

function Group({ title, count, entries }: GroupProps) {
  const { t, lang } = useTexts();
  // Counted beside the reading of the list: one may have come in between.
  const total = Math.max(count, entries.length);
  return (
    <section className="stack stack--sm">
      <h2>
        {`${title} `}
        <span className="badge">{formatNumber(lang, total)}</span>
      </h2>
      {total === 0 && <p className="card card__body muted">{t('colonel.feedback.none')}</p>}
      {entries.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without its bullets Safari would not read it out as a list
        <ul className="list" role="list">
          {entries.map((entry) => (
            <Entry key={`${entry.created} ${entry.from} ${entry.msg}`} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: FeedbackEntryWire }) {
  const { t, lang } = useTexts();
  return (
    <li className="fb">
      <p className="fb__text" dir="auto">
        {entry.msg}
      </p>
      <p className="list__meta">
        <bdi>{entry.from}</bdi>
        {isTyped(entry) && <span className="badge badge--warn">{t('colonel.feedback.unverified')}</span>}
        {/* The browser's `Intl` may word it differently. */}
        <span suppressHydrationWarning>{formatUtc(lang, entry.created * 1000)}</span>
        {entry.unchecked && <span className="badge badge--warn">{t('colonel.feedback.unchecked')}</span>}
      </p>
    </li>
  );
}

/** Whoever wrote it was not signed in, and may have given the address of anybody. */
function isTyped({ from, signed_in: isSignedIn }: FeedbackEntryWire): boolean {
  return isSignedIn === false && from.includes('@');
}
