import { formatDay, formatNumber } from '#src/ui/amounts.ts';
import { useTexts } from '#src/ui/texts.tsx';
import type { Bar } from './bars.tsx';

const STEP = 10;
const BAR_WIDTH = 7;
const HEIGHT = 64;
/** A day without anything is still a day. */
const BASE = 2;

/** One bar a day: the sum to read, the days to compare, and every number for those who hear it. */
export function DayChart({ title, days }: { title: string; days: readonly Bar[] }) {
  const { t, lang } = useTexts();
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="card card__body stack stack--sm">
      <div className="row row--between">
        <h2>{title}</h2>
        <b className="num">{t('colonel.stats.total', { total: formatNumber(lang, total) })}</b>
      </div>
      <svg
        className="chart chart--days"
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ label, count }, at) => (
          <DayBar
            key={label}
            left={at * STEP}
            height={(count / most) * HEIGHT}
            tip={`${dayName(lang, label)}: ${formatNumber(lang, count)}`}
          />
        ))}
      </svg>
      <p className="row row--between faint num" aria-hidden="true">
        <span suppressHydrationWarning>{dayName(lang, days[0]?.label)}</span>
        <span suppressHydrationWarning>{dayName(lang, days.at(-1)?.label)}</span>
      </p>
      <ol className="vh">
        {days.map(({ label, count }) => (
          <li key={label} suppressHydrationWarning>{`${dayName(lang, label)}: ${formatNumber(lang, count)}`}</li>
        ))}
      </ol>
    </div>
  );
}

function DayBar({ left, height, tip }: { left: number; height: number; tip: string }) {
  return (
    <g>
      <title suppressHydrationWarning>{tip}</title>
      <rect className="chart__ground" x={left} y={0} width={STEP} height={HEIGHT} />
      <rect x={left} y={HEIGHT - BASE} width={BAR_WIDTH} height={BASE} />
      <rect x={left} y={(HEIGHT - height).toFixed(1)} width={BAR_WIDTH} height={height.toFixed(1)} />
    </g>
  );
}

/** 'Jan 31' for '2026-01-31'; empty without a day. */
function dayName(lang: string, day: string | undefined): string {
  return day === undefined ? '' : formatDay(lang, Date.parse(day));
}
