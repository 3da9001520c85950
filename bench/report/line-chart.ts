import { drawing, element, rounded, words } from './svg.ts';

/** One curve with an axis of its own. */
export interface Panel {
  readonly title: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const WIDTH = 900;
const LEFT = 70;
const RIGHT = 20;
const TOP = 44;
const PANEL_HEIGHT = 130;
const PANEL_STEP = 190;
const GRID_LINES = 4;

/** Panels below each other on one horizontal axis that begins at 0, as each vertical one does. */
export function lineChart(title: string, xLabel: string, panels: readonly Panel[]): string {
  const mostX = mostOf(panels.flatMap(({ points }) => points.map(({ x }) => x)));
  const height = TOP + panels.length * PANEL_STEP + 24;
  const x = (value: number) => rounded(LEFT + (value / mostX) * (WIDTH - LEFT - RIGHT));
  const ticks = Array.from({ length: 7 }, (_, at) => (mostX * at) / 6);
  return drawing({
    ...{ width: WIDTH, height, title },
    shapes: [
      words(title, { class: 'title', x: 16, y: 26 }),
      ...panels.flatMap((panel, at) => panelShapes(panel, TOP + at * PANEL_STEP, x)),
      ...ticks.map((tick) =>
        words(tick.toFixed(mostX < 12 ? 1 : 0), {
          class: 'quiet',
          x: x(tick),
          y: height - 24,
          'text-anchor': 'middle',
        }),
      ),
      words(xLabel, { class: 'quiet', x: WIDTH - RIGHT, y: height - 6, 'text-anchor': 'end' }),
    ],
  });
}

function panelShapes({ title, points }: Panel, top: number, x: (value: number) => number): string[] {
  const mostY = mostOf(points.map(({ y }) => y));
  const bottom = top + 26 + PANEL_HEIGHT;
  const y = (value: number) => rounded(bottom - (value / mostY) * PANEL_HEIGHT);
  const levels = Array.from({ length: GRID_LINES + 1 }, (_, at) => (mostY * at) / GRID_LINES);
  const curve = points.map((point) => `${x(point.x)},${y(point.y)}`).join(' ');
  return [
    words(title, { x: LEFT, y: top + 16 }),
    ...levels.flatMap((level) => [
      element('line', { class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(level), y2: y(level) }),
      words(level.toFixed(mostY < 10 ? 1 : 0), { class: 'quiet', x: LEFT - 8, y: y(level) + 4, 'text-anchor': 'end' }),
    ]),
    element('polyline', { class: 'line', points: curve }),
  ];
}

/** Something to divide by, also where everything is 0. */
function mostOf(values: readonly number[]): number {
  return Math.max(0, ...values) || 1;
}
