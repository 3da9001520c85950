import type { ColonelCountsWire, ColonelRecordWire } from '#src/features/colonel/colonel-wire.ts';
import { formatNumber } from '#src/ui/amounts.ts';
import { type Translate, useTexts } from '#src/ui/texts.tsx';
import { type Bar, Bars } from './bars.tsx';
import { DayChart } from './day-chart.tsx';

/** Every count: what there is now as cards, what was done as bars, and day by day. */
export function Stats({ colonel }: { colonel: ColonelRecordWire }) {
  const { t, lang } = useTexts();
  const { counts, days } = colonel;
  return (
    <div className="stack">
      <dl className="stats">
        {cardsOf(counts, t).map(({ label, count }) => (
          <div className="card stat" key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(lang, count)}</dd>
          </div>
        ))}
      </dl>
      <div className="grid-2">
        <Bars title={t('colonel.stats.all')} bars={totalsOf(counts, t)} />
        <Bars title={t('colonel.tabs.feedback')} bars={feedbackOf(counts, t)} />
      </div>
      <div className="grid-2">
        <DayChart
          title={t('colonel.stats.createdDays')}
          days={days.map(({ day, secrets_created: count }) => ({ label: day, count }))}
        />
        <DayChart
          title={t('colonel.stats.sharedDays')}
          days={days.map(({ day, secrets_shared: count }) => ({ label: day, count }))}
        />
      </div>
    </div>
  );
}

function cardsOf(counts: ColonelCountsWire, t: Translate): readonly Bar[] {
  return [
    { label: t('colonel.stats.sessions'), count: counts.session_count },
    { label: t('colonel.stats.customers'), count: counts.customer_count },
    { label: t('colonel.stats.recentCustomers'), count: counts.recent_customer_count },
    { label: t('colonel.stats.secrets'), count: counts.secret_count },
    { label: t('colonel.stats.metadata'), count: counts.metadata_count },
    { label: t('colonel.stats.mailsWaiting'), count: counts.emails_waiting },
    { label: t('colonel.stats.mailsFailed'), count: counts.emails_failed },
    { label: t('colonel.stats.feedback'), count: counts.feedback_count },
  ];
}

function totalsOf(counts: ColonelCountsWire, t: Translate): readonly Bar[] {
  return [
    { label: t('colonel.stats.created'), count: counts.secrets_created },
    { label: t('colonel.stats.shared'), count: counts.secrets_shared },
    { label: t('colonel.stats.mailsSent'), count: counts.emails_sent },
  ];
}

function feedbackOf(counts: ColonelCountsWire, t: Translate): readonly Bar[] {
  return [
    { label: t('colonel.feedback.today'), count: counts.today_feedback_count },
    { label: t('colonel.feedback.yesterday'), count: counts.yesterday_feedback_count },
    { label: t('colonel.feedback.older'), count: counts.older_feedback_count },
  ];
}
