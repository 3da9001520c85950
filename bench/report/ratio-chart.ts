import { JUDGED_CONNECTIONS, type Measurement } from '../rows/rounds.ts';
import { judge } from './judgement.ts';
import { median } from './statistics.ts';
import { drawing, element, rounded, words } from './svg.ts';
import { figure, percentText } from './table.ts';

/** One bar of the chart, in percent of what it stands beside. */
export interface RatioBar {
  readonly label: string;
  readonly percent: number;
  readonly barPercent: number;
  readonly aimPercent: number | null;
  /** Behind the bar. */
  readonly note: string;
}

const LEGEND = 'Share of the reference in the same run. Solid mark: bar, dashed mark: aim; another colour: bar missed.';
const WIDTH = 900;
const PLOT_LEFT = 250;
const PLOT_WIDTH = 400;
const TOP = 64;
const ROW_HEIGHT = 30;
const BAR_HEIGHT = 16;
const STEP_PERCENT = 20;

/** The bars of all rows that promise something, at the number of connections that is judged. */
export function ratioBars(measurements: readonly Measurement[]): RatioBar[] {
  return measurements.flatMap((measurement) => {
    const judgement = measurement.connections === JUDGED_CONNECTIONS ? judge(measurement) : null;
    if (judgement === null) return [];
    const { goal, ratio } = judgement;
    const perSecond = median(measurement.rounds.map(({ own }) => own.perSecond));
    const note = `${percentText(ratio.medianPercent)} of ${goal.beside}, ${figure(perSecond)}/s`;
    const label = measurement.row.name;
    return [
      { label, note, percent: ratio.medianPercent, barPercent: goal.barPercent, aimPercent: goal.aimPercent ?? null },
    ];
  });
}

/** Horizontal bars; a mark across each is its bar, a dashed one its aim; one that misses its bar has another colour. */
export function ratioChart(title: string, bars: readonly RatioBar[]): string {
  const most = Math.max(100, ...bars.map(({ percent }) => percent));
  const x = (percent: number) => rounded(PLOT_LEFT + (percent / most) * PLOT_WIDTH);
  const height = TOP + bars.length * ROW_HEIGHT + 34;
  const steps = Array.from({ length: Math.floor(most / STEP_PERCENT) + 1 }, (_, at) => at * STEP_PERCENT);
  return drawing({
    ...{ width: WIDTH, height, title },
    shapes: [
      words(title, { class: 'title', x: 16, y: 26 }),
      words(LEGEND, { class: 'quiet', x: 16, y: 46 }),
      ...steps.flatMap((percent) => gridLine(x(percent), height - 28, `${percent} %`)),
      ...bars.flatMap((bar, at) => barShapes(bar, TOP + at * ROW_HEIGHT, x)),
    ],
  });
}

function gridLine(x: number, bottom: number, label: string): string[] {
  return [
    element('line', { class: 'grid', x1: x, x2: x, y1: TOP - 8, y2: bottom }),
    words(label, { class: 'quiet', x, y: bottom + 18, 'text-anchor': 'middle' }),
  ];
}

function barShapes(bar: RatioBar, top: number, x: (percent: number) => number): string[] {
  const middle = top + BAR_HEIGHT - 3;
  const isMet = bar.percent >= bar.barPercent;
  const mark = (kind: string, percent: number) =>
    element('line', { class: kind, x1: x(percent), x2: x(percent), y1: top - 4, y2: top + BAR_HEIGHT + 4 });
  return [
    words(bar.label, { x: PLOT_LEFT - 10, y: middle, 'text-anchor': 'end' }),
    element('rect', {
      class: isMet ? 'own' : 'missed',
      x: x(0),
      y: top,
      width: rounded(x(bar.percent) - x(0)),
      height: BAR_HEIGHT,
      rx: 2,
    }),
    mark('bar', bar.barPercent),
    ...(bar.aimPercent === null ? [] : [mark('aim', bar.aimPercent)]),
    words(bar.note, { class: 'quiet', x: PLOT_LEFT + PLOT_WIDTH + 14, y: middle }),
  ];
}
