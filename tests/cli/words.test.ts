import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationWords, parseDuration, stamp } from '#src/cli/duration.ts';
import { EXIT_CODES } from '#src/cli/failure.ts';
import { HELP } from '#src/cli/help-texts.ts';
import type { CliIo } from '#src/cli/io.ts';
import { readTarget } from '#src/cli/sharing/target.ts';
import { isReadableOnTheWay, parseServer } from '#src/cli/site/server-address.ts';
import { foreignText, isHarmlessLine, jsonLine, maskKeys, showable } from '#src/cli/terminal/printable.ts';
import { someKey } from './odd-server.ts';

test('a lifetime is whole seconds or a number with a unit, and nothing else', () => {
  const right = { '60': 60, '90s': 90, '5m': 300, '1h': 3600, '2d': 172_800, '1w': 604_800, '0': 0 };
  for (const [text, seconds] of Object.entries(right)) assert.equal(parseDuration(text), seconds);
  const wrong = [
    '',
    '-1',
    '1.5h',
    '1e3',
    ' 60',
    '60 ',
    '1H',
    '1y',
    'h',
    '1h30m',
    '0x10',
    '\u0661',
    '9999999999999',
    '999999999999w',
  ];
  for (const text of wrong) assert.equal(parseDuration(text), undefined, text);
});

test('a server is named by an address without a path, whatever else may stand behind a host', () => {
  for (const text of ['https://a.example', 'http://a.example:3000/'])
    assert.equal(parseServer(text)?.href, new URL(text).href);
  const wrong = [
    'a.example',
    'https://a.example/x',
    'https://a.example/?x',
    'https://a.example/#x',
    'https://u@a.example',
  ];
  for (const text of [...wrong, 'https://u:p@a.example', 'https://:p@a.example'])
    assert.equal(parseServer(text), undefined, text);
});

test('a link tells whose it is and to which key it leads, by whichever of its addresses', async () => {
  const readLink = async (path: string) => {
    const target = await readTarget(`https://a.example${path}`, {} as CliIo);
    return target.ok ? [target.value.side, target.value.key] : target.failure.kind;
  };
  for (const path of ['private', 'metadata', 'receipt']) {
    assert.deepEqual(await readLink(`/${path}/${someKey}`), ['sender', someKey]);
    assert.deepEqual(await readLink(`/${path}/${someKey}/burn`), ['sender', someKey]);
  }
  for (const end of ['', '/', '#', '?locale=de']) {
    assert.deepEqual(await readLink(`/secret/${someKey}${end}`), ['recipient', someKey]);
  }
  for (const path of [`/${someKey}`, `/secrets/${someKey}`, `/secret/${someKey}0`, `/secret/${someKey}/x`]) {
    assert.equal(await readLink(path), 'usage');
  }
});

test('what does not leave this machine cannot be read on the way, and what is encrypted neither', () => {
  const safe = [
    'https://a.example',
    'http://localhost',
    'http://hush.localhost',
    'http://127.1.2.3:3000',
    'http://[::1]:3000',
  ];
  for (const url of safe) assert.equal(isReadableOnTheWay(new URL(url)), false, url);
  const readable = ['http://a.example', 'http://localhost.example', 'http://10.0.0.1', 'http://[2001:db8::1]'];
  for (const url of readable) assert.equal(isReadableOnTheWay(new URL(url)), true, url);
});

test('a time left is told in its two largest units', () => {
  const words = { 0: '0 seconds', 1: '1 second', 90: '1 minute 30 seconds', 3600: '1 hour', 90061: '1 day 1 hour' };
  for (const [seconds, text] of Object.entries(words)) assert.equal(durationWords(Number(seconds)), text);
  assert.deepEqual([durationWords(-1), durationWords(59.9)], ['0 seconds', '59 seconds']);
  assert.equal(stamp(1_769_868_309), '2026-01-31 14:05:09 UTC');
});

test('a key is shortened wherever it stands, and only a key', () => {
  assert.equal(maskKeys(`see /secret/${someKey}, twice: ${someKey}`), 'see /secret/k3x9pq…, twice: k3x9pq…');
  assert.equal(maskKeys(`${someKey}0 and k3x9pq`), `${someKey}0 and k3x9pq`);
});

test('content on a terminal keeps its lines and letters and loses its power', () => {
  assert.equal(showable('a\tb\r\nc\n\u00e9\u{1f511}'), 'a\tb\r\nc\n\u00e9\u{1f511}');
  assert.equal(showable('over\rwrite \u001b[2J \u009b \u202e'), 'over\\u000dwrite \\u001b[2J \\u009b \\u202e');
});

test('JSON is one line that a terminal survives, and still the same value', () => {
  const value = { content: 'a\nb\u001b\u009b\u2028"\\' };
  const line = jsonLine(value);
  assert.match(line, /^[\x20-\x7e]+\n$/);
  assert.deepEqual(JSON.parse(line), value);
});

test('no character that controls, breaks a line or turns the direction reaches a terminal', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const controls = characters.filter((character) => /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(character));
  assert.deepEqual(
    characters.filter((character) => !isHarmlessLine(`a${character}b`)),
    controls,
  );
  for (const character of controls) {
    assert.equal(foreignText(`a${character}b`), 'a b');
    assert.match(jsonLine({ content: character }), /^[\x20-\x7e]+\n$/);
  }
  const powers = controls.filter((character) => !['\t', '\n', '\u2028', '\u2029'].includes(character));
  assert.deepEqual(
    characters.filter((character) => showable(character) !== character),
    powers,
  );
});

test('no part of a key stands where a text of another machine is cut', () => {
  const key = 'q'.repeat(31);
  for (let before = 260; before <= 300; before += 1) {
    const shown = foreignText(`${'\n'.repeat(20)}${' a'.repeat(before / 2)} ${key} and more`);
    assert.ok(shown.length <= 300);
    assert.doesNotMatch(shown, /q{7}/);
  }
});

test('every exit code stands in the usage text with all its names', () => {
  const table = HELP.afterProgram.slice(HELP.afterProgram.indexOf('Exit codes:')).replaceAll(/\n {7}/g, ' ');
  for (const [name, code] of Object.entries(EXIT_CODES)) {
    assert.match(table, new RegExp(`^  ${code} .*\\b${name}\\b`, 'm'));
  }
});
