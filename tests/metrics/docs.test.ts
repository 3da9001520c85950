import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import supertest from 'supertest';
import { composeWatch } from '#src/compose/metrics.ts';
import { composeInternal } from '#src/compose.ts';
import { RESTART_KEYS } from '#src/config/change.ts';
import { createTestApp } from '../support/app.ts';

const root = resolve(import.meta.dirname, '../..');
const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** The rows of a chapter's tables: what stands in code in their first cell, and the whole row. */
function rowsOf(chapter: string): readonly { readonly names: readonly string[]; readonly row: string }[] {
  const [, text = ''] = manual.split(`\n## ${chapter}\n`);
  const lines = (text.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| `/.test(line));
  return lines.map((row) => ({
    row,
    names: [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  }));
}

test('the manual lists every metric of ours with its labels, and none that there is not', async (t) => {
  const { text } = await supertest(createTestApp(t).internal).get('/metrics').expect(200);
  const ours = [...text.matchAll(/^# TYPE (hushlink_\w+)/gm)].map(([, name = '']) => name);
  const rows = rowsOf('Watching').filter(({ names }) => names[0]?.startsWith('hushlink_'));
  assert.deepEqual(rows.flatMap(({ names }) => names).sort(), ours.sort());
  for (const { names, row } of rows) {
    const labels = [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, label = '']) => label);
    const [sample = ''] = text.match(new RegExp(`^${names[0]}\\{.*\\}`, 'm')) ?? [];
    for (const [, label = ''] of sample.matchAll(/(\w+)="/g)) assert.ok(labels.includes(label), `${names[0]} ${label}`);
  }
});

test('the manual names every key that needs a restart, and no other', () => {
  const named = rowsOf('Changing the configuration').flatMap(({ names }) => {
    const room = names[0]?.replace(/\.\w+$/, '') ?? '';
    return names.map((name) => (name.startsWith('.') ? room + name : name));
  });
  assert.deepEqual(named.sort(), [...RESTART_KEYS].sort());
});

test('what the chart draws and alerts on is there to be read', async (t) => {
  const { composed, store } = createTestApp(t);
  const watch = composeWatch(store, { version: '1.2.3', isDraining: () => false, watchesProcess: true });
  const internal = composeInternal({ ...composed, ...watch });
  await supertest(internal).get('/metrics').expect(200);
  const { text } = await supertest(internal).get('/metrics').expect(200);
  const there = new Set([...text.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name));
  const files = globSync('helm/hushlink/{dashboards,templates}/**/*.{json,yaml,tpl}', { cwd: root });
  const used = files.flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/\b(?:hushlink|nodejs|process)_\w+_\w+/g) ?? [],
  );
  assert.ok(used.includes('hushlink_http_requests_total'));
  assert.deepEqual(
    [...new Set(used)].filter((name) => !there.has(name)),
    [],
  );
});
