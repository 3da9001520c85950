import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineChart } from '../../bench/report/line-chart.ts';
import { ratioBars, ratioChart } from '../../bench/report/ratio-chart.ts';
import { element } from '../../bench/report/svg.ts';
import { measurement } from './measurements.ts';

const awkward = 'a <b> & "c"';
const bar = { label: awkward, note: '25 %', percent: 25, barPercent: 20, aimPercent: 35 };
const points = [
  { x: 0, y: 0 },
  { x: 1, y: 4 },
];
const charts = [
  ['bars', ratioChart(awkward, [bar])],
  ['curves', lineChart(awkward, 'minutes', [{ title: awkward, points }])],
  ['bars of nothing', ratioChart('nothing', [])],
  ['a curve without points', lineChart('nothing', 'minutes', [{ title: 'nothing', points: [] }])],
] as const;

/** What opens is closed, in the opposite order; what is left over comes back. */
function unclosed(svg: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = '', selfClosing] of svg.matchAll(/<(\/?)([a-z]+)(?:\s[a-zA-Z0-9:-]+="[^"<]*")*(\/?)>/g)) {
    if (slash === '/') assert.equal(open.pop(), name);
    else if (selfClosing !== '/') open.push(name);
  }
  return open;
}

for (const [name, svg] of charts) {
  test(`${name}: a whole SVG file, whatever the words in it`, () => {
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="/);
    assert.deepEqual(unclosed(svg), []);
    // Every < begins a tag, and every & an entity.
    assert.doesNotMatch(svg, /<(?!\/?[a-z]+[\s/>])|&(?!(?:amp|lt|gt|quot);)/);
    assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
  });

  test(`${name}: follows the reader's theme, and runs nothing`, () => {
    assert.match(svg, /currentColor/);
    assert.match(svg, /prefers-color-scheme: dark/);
    assert.doesNotMatch(svg, /<script|\son\w+=|href=/);
  });
}

test('a value of an attribute cannot end it', () => {
  assert.equal(element('g', { id: '"><&' }), '<g id="&quot;&gt;&lt;&amp;"/>');
});

test('a bar is as long as its share, its marks stand where bar and aim are, and its words beside it', () => {
  const svg = ratioChart('shares', [{ ...bar, label: 'create', percent: 50 }]);
  assert.match(svg, /class="own" x="250" y="64" width="200"/);
  assert.match(svg, /class="bar" x1="330" x2="330"/);
  assert.match(svg, /class="aim" x1="390" x2="390"/);
  assert.match(svg, />create<\/text>/);
});

test('a bar that is missed has a colour of its own', () => {
  const classes = (percent: number) => /class="(own|missed)"/.exec(ratioChart('shares', [{ ...bar, percent }]))?.[1];
  assert.deepEqual([20, 19.9].map(classes), ['own', 'missed']);
});

test('what is more than its reference still fits into the chart', () => {
  assert.match(ratioChart('shares', [{ ...bar, percent: 400 }]), /class="own" x="250" y="64" width="400"/);
});

test('a chart shows what promises something, at 16 connections', () => {
  const pairs = [[250, 1000]] as const;
  const bars = ratioBars([
    measurement({ pairs }),
    measurement({ pairs, connections: 1 }),
    measurement({ pairs, goal: null }),
  ]);
  assert.deepEqual(bars, [
    { label: 'create', percent: 25, barPercent: 20, aimPercent: 35, note: '25.0 % of Express, 250/s' },
  ]);
});

test('a curve goes from the lower left to the upper right of what it shows', () => {
  assert.match(lineChart('growth', 'minutes', [{ title: 'MB', points }]), /points="70,200 880,70"/);
});
