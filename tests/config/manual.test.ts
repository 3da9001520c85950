import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { RESTART_KEYS } from '#src/config/change.ts';
import { DEFAULT_PATH } from '#src/config/load.ts';
import {
  CUSTOMARY_NAMES,
  configSchema,
  environmentName,
  isKeyPath,
  KEY_PATHS,
  SECRET_KEYS,
} from '#src/config/schema.ts';
import { readYamlLayer } from '#src/config/yaml-layer.ts';
import { defaultText } from './load-sample.ts';

const manual = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/operations.md'), 'utf8');
const chapter = (title: string) => manual.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? assert.fail(title);
const codeIn = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
const rowsOf = (title: string) =>
  Array.from(chapter(title).matchAll(/^\| (`.*)\|$/gm), ([, row = '']) => row.split('|').map((cell) => cell.trim()));

const defaults = new Map<string, unknown>(
  readYamlLayer(defaultText, DEFAULT_PATH).entries.map(({ path, value }) => [path, value]),
);

/** What the table says of each key: `.host` stands in the room of the name before it, one default for all of a row. */
const said = rowsOf('Configuration').flatMap(([names = '', values = '']) => {
  const [first = '', ...others] = codeIn(names);
  const room = first.replace(/\.\w+$/, '');
  const paths = [first, ...others.map((name) => room + name)];
  const own = values.replaceAll('`', '').split(', ');
  assert.ok(own.length === 1 || own.length === paths.length, names);
  return paths.map((path, at) => ({ path, value: own.length === 1 ? values.replaceAll('`', '') : (own[at] ?? '') }));
});

test('the operations guide names every key once, in the order of the file', () => {
  const named = said.flatMap(({ path }) =>
    isKeyPath(path) ? [path] : KEY_PATHS.filter((key) => key.startsWith(`${path}.`)),
  );
  assert.deepEqual(named, [...defaults.keys()]);
});

test('the operations guide gives every key the default that it has', () => {
  const elsewhere = said.filter(({ value }) => value.startsWith('see '));
  assert.deepEqual(
    elsewhere.map(({ path }) => path),
    ['plans.paid', 'limits.per_address', 'limits.per_account'],
  );
  for (const { path, value } of said) {
    if (!isKeyPath(path) || value.startsWith('see ')) continue;
    const standing = defaults.get(path);
    const list = value === 'none' ? [] : value.split(' ');
    const told = Array.isArray(standing) ? list : value === 'none' ? null : value;
    const { [path]: field } = configSchema.shape;
    assert.deepEqual(field.parse(told), field.parse(standing), path);
  }
});

test('the operations guide gives every group the limits that it has', () => {
  for (const [group = '', , perAddress, perAccount] of rowsOf('Limits')) {
    const [name = ''] = codeIn(group);
    const limits = [defaults.get(`limits.per_address.${name}`), defaults.get(`limits.per_account.${name}`)];
    assert.deepEqual([Number(perAddress), Number(perAccount)], limits, name);
  }
});

test('the operations guide names the keys that have a file, and how names in the environment are made', () => {
  const [, secrets = ''] = /What may be secret([\s\S]*?)\n\n/.exec(chapter('Configuration')) ?? [];
  assert.deepEqual(new Set(codeIn(secrets)), new Set(['_FILE', ...SECRET_KEYS]));
  assert.match(chapter('Configuration'), new RegExp(`\`site.host\` is\\s+\`${environmentName('site.host')}\``));
  const among = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' and ');
  const sentence = `${among(Object.values(CUSTOMARY_NAMES))} stand for ${among(Object.keys(CUSTOMARY_NAMES))}`;
  assert.ok(chapter('Configuration').includes(sentence));
});

test('the keys that hold until a restart are those that the manual names', () => {
  const [, table = ''] = manual.split(/^These keys hold until a restart;.*\n\n/m);
  const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
  const named = rows.flatMap((row) => {
    const [first = '', ...others] = codeIn(row.split('|')[1] ?? '');
    return [first, ...others.map((name) => (name.startsWith('.') ? first.replace(/\.\w+$/, name) : name))];
  });
  assert.deepEqual(named.toSorted(), [...RESTART_KEYS].toSorted());
});
