import { formatNumber } from '#src/ui/amounts.ts';
import { useTexts } from '#src/ui/texts.tsx';

const WIDTH = 100;
const HEIGHT = 8;

export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** Numbers to read; the bars beside them are decoration, measured against the largest. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const { lang } = useTexts();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <div className="card card__body stack stack--sm">
      <h2>{title}</h2>
      <div className="bars">
        {bars.map(({ label, count }) => (
          <div key={label}>
            <span>{label}</span>
            <b className="num">{formatNumber(lang, count)}</b>
            <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={WIDTH} height={HEIGHT} />
              <rect width={((count / most) * WIDTH).toFixed(1)} height={HEIGHT} />
            </svg>
          </div>
        ))}
      </div>
    </div>
  );
}
