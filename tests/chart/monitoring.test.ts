import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { METRICS, metricOf } from '../support/metric-names.ts';
import { needProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temp.ts';
import { type Query, readQuery } from './queries.ts';
import { chart, manifest } from './render.ts';
import { sites } from './values.ts';

/** What Prometheus and its operator add to whatever is scraped. */
const ownLabels = ['namespace', 'job', 'pod', 'le'];

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(chart, 'dashboards/hushlink.json'), 'utf8'));
const panels: readonly Panel[] = dashboard.panels;

test('rules and dashboard ask only for what a server tells, by labels that it has', async () => {
  const { spec } = await manifest(sites.whole, 'PrometheusRule');
  const rules: readonly string[] = spec.groups.flatMap((group: { rules: { expr: string }[] }) =>
    group.rules.map(({ expr }) => expr),
  );
  const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const asked = [...rules, ...drawn].map(readQuery);
  assert.deepEqual(asked.flatMap(unknownIn), []);
  const used = new Set(asked.flatMap(({ series }) => series.map(({ name }) => metricOf(name))));
  assert.deepEqual(used, new Set([...Object.keys(METRICS), 'up']));
});

function unknownIn({ series, groups }: Query): readonly string[] {
  const labelsOf = (name: string) => (name === 'up' ? [] : METRICS[metricOf(name)]);
  const missing = series.filter(({ name }) => labelsOf(name) === undefined).map(({ name }) => name);
  const all = [...ownLabels, ...series.flatMap(({ name }) => labelsOf(name) ?? [])];
  const labels = [...groups, ...series.flatMap((one) => one.labels)].filter((label) => !all.includes(label));
  return [...missing, ...labels];
}

test('every query is one that Prometheus takes, and every alert says what is wrong and what to look at', async (t) => {
  const { spec } = await manifest(sites.whole, 'PrometheusRule');
  const drawn = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, at) => ({
      record: `panel_${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
  assert.ok(drawn.length > 15);
  const file = join(temporaryFolder(t), 'rules.yaml');
  writeFileSync(file, stringify({ groups: [...spec.groups, { name: 'dashboard', rules: drawn }] }));
  const { status, stdout, stderr } = promtool('check', 'rules', file);
  assert.equal(status, 0, stdout + stderr);
  for (const { alert, labels, annotations } of spec.groups[0].rules) {
    assert.match(labels.severity, /^(critical|warning)$/);
    assert.ok(annotations.summary.endsWith('.') && annotations.description.length > 40, alert);
  }
});

/** What a server would tell, minute by minute, and the alerts that are up then. */
const stories: Readonly<Record<string, { readonly tells: Readonly<Record<string, string>>; readonly from: number }>> = {
  HushlinkDown: { tells: { other: '1x60' }, from: 5 },
  HushlinkStoreDown: { tells: { hushlink_store_up: '0x60' }, from: 2 },
  HushlinkStoreErrors: { tells: { hushlink_store_errors_total: '0+2x60' }, from: 11 },
  HushlinkErrors: {
    tells: {
      'hushlink_http_requests_total|route="/",status="500"': '0+6x60',
      'hushlink_http_requests_total|route="/",status="200"': '0+60x60',
      'hushlink_http_requests_total|route="/readyz",status="503"': '0+600x60',
    },
    from: 11,
  },
  HushlinkSlow: {
    tells: {
      'hushlink_http_request_duration_seconds_bucket|le="1"': '0+10x60',
      'hushlink_http_request_duration_seconds_bucket|le="5"': '0+20x60',
      'hushlink_http_request_duration_seconds_bucket|le="+Inf"': '0+20x60',
    },
    from: 16,
  },
  HushlinkBusy: { tells: { nodejs_eventloop_lag_p99_seconds: '0.5x60' }, from: 15 },
  HushlinkMailsWait: { tells: { hushlink_outbox_waiting: '101x60' }, from: 30 },
  HushlinkRestarts: { tells: { process_start_time_seconds: '0+1x60' }, from: 4 },
  HushlinkVersions: {
    tells: { 'hushlink_build_info|version="1"': '1x90', 'hushlink_build_info|version="2"': '1x90' },
    from: 60,
  },
};

/** A site where nothing is wrong, though its probes were refused while pods came and went. */
const wellTells = {
  hushlink_store_up: '1x200',
  hushlink_store_errors_total: '7x200',
  'hushlink_http_requests_total|route="/",status="200"': '0+60x200',
  'hushlink_http_requests_total|route="/",status="500"': '3x200',
  'hushlink_http_requests_total|route="/readyz",status="503"': '0+60x200',
  'hushlink_http_request_duration_seconds_bucket|le="1"': '0+200x200',
  'hushlink_http_request_duration_seconds_bucket|le="+Inf"': '0+201x200',
  nodejs_eventloop_lag_p99_seconds: '0.02x200',
  hushlink_outbox_waiting: '100x200',
  process_start_time_seconds: '1x200',
  hushlink_draining: '0x200',
  'hushlink_build_info|version="1"': '1x200',
};

test('an alert goes off when it should, and not a minute before; nothing else does', async (t) => {
  const { spec } = await manifest(sites.whole, 'PrometheusRule');
  const alerts = Object.keys(stories);
  assert.deepEqual(spec.groups[0].rules.map(({ alert }: { alert: string }) => alert).toSorted(), alerts.toSorted());
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: spec.groups }));
  const tests = [
    ...Object.entries(stories).flatMap(([alert, { tells, from }]) => [
      story(alert === 'HushlinkDown' ? tells : { up: '1x200', ...tells }, from - 1, []),
      story(alert === 'HushlinkDown' ? tells : { up: '1x200', ...tells }, from, [alert]),
    ]),
    story({ up: '1x200', ...wellTells }, 180, []),
  ];
  writeFileSync(
    join(folder, 'tests.yaml'),
    stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests }),
  );
  const { status, stdout, stderr } = promtool('test', 'rules', join(folder, 'tests.yaml'));
  assert.equal(status, 0, stdout + stderr);
});

test('no alert waits for a stop that lasts, which could not go off: the kubelet ends it, and metrics end before', async () => {
  const { spec } = await manifest(sites.whole, 'PrometheusRule');
  const rules: readonly { expr: string }[] = spec.groups[0].rules;
  assert.deepEqual(
    rules.filter(({ expr }) => expr.includes('hushlink_draining')),
    [],
  );
});

/** A test in promtool's own words: after so many minutes these alerts and no others are up. */
function story(tells: Readonly<Record<string, string>>, minutes: number, alerts: readonly string[]): object {
  const input = Object.entries(tells).map(([series, values]) => {
    const [name, labels] = series.split('|');
    const own = 'namespace="vault",job="hush-hushlink-internal",pod="a"';
    return { series: `${name}{${labels === undefined ? own : `${own},${labels}`}}`, values };
  });
  const count = { expr: 'count(ALERTS{alertstate="firing"}) by (alertname)', eval_time: `${minutes}m` };
  const samples = alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 }));
  return { interval: '1m', input_series: input, promql_expr_test: [{ ...count, exp_samples: samples }] };
}

test('on the dashboard every panel has a title and its place, and none hides another', () => {
  const places = dashboard.panels.map(
    ({ gridPos }: { gridPos: { x: number; y: number; w: number; h: number } }) => gridPos,
  );
  for (const [at, { x, y, w, h }] of places.entries()) {
    assert.ok(x + w <= 24);
    const others = places.slice(at + 1);
    assert.ok(
      others.every(
        (other: (typeof places)[0]) =>
          other.x >= x + w || other.x + other.w <= x || other.y >= y + h || other.y + other.h <= y,
      ),
    );
  }
  assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
});

function promtool(...args: readonly string[]) {
  return spawnSync(needProgram('promtool'), args, { encoding: 'utf8' });
}
