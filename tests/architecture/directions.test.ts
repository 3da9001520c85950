import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** What names a side of the window, and not the beginning or the end of a line. */
const SIDES = [
  /(?:^|[\s{;(])(?:left|right)\s*:/,
  /(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)/,
  /(?:border-(?:top|bottom)-(?:left|right)-radius)/,
  /(?:text-align|float|clear|justify-[a-z]+|align-[a-z]+)\s*:\s*(?:left|right)/,
  /translateX\(/,
];

test('no style sheet names left or right: pages are mirrored where the language runs from right to left', () => {
  const named = globSync('static/css/*.css', { cwd: root }).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((line, at) => ({ line, place: `${path}:${at + 1}` }))
      .filter(({ line }) => SIDES.some((side) => side.test(line)))
      .map(({ line, place }) => `${place} ${line.trim()}`),
  );
  assert.deepEqual(named, []);
});

test('every arrow that points along the line turns with it', () => {
  const fixed = globSync('{views,src}/**/*.tsx', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/<Icon name="(?:arrow-left|external)"[^>]*>/g)]
      .map(([icon]) => icon)
      .filter((icon) => !icon.includes('icon--dir'))
      .map((icon) => `${path} ${icon}`),
  );
  assert.deepEqual(fixed, []);
});
