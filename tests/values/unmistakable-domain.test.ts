import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainToASCII } from 'node:url';
import { unmistakableAddress, unmistakableDomain } from '#src/values/unmistakable-domain.ts';

const shown = (name: string) => unmistakableDomain(domainToASCII(name));

test('a name of letters that stand beside each other in some language is shown in them', () => {
  const names = [
    ...['example.com', 'bücher.example', 'geheim.bücher.example.com', 'ıstanbul.com.tr', 'l·l.cat', 'đặng-1.vn'],
    ...['ελλάδα.gr', 'пример.рф', 'почта-7.example.com', 'роса.рф', 'мосты.com', 'һүн.қаз'],
    ...['例え.jp', '東京タワー.jp', 'abc東京.jp', '서울.kr', 'lg전자.kr', '中文.tw', 'ㄅㄆ中a.tw'],
    ...['दिल्ली.भारत', 'ไทย.com', 'שלום.co.il', 'مثال.مصر', 'საქართველო.ge', 'բարեւ.հայ'],
  ];
  for (const name of names) assert.equal(shown(name), name);
});

test('a label that mixes scripts stays as DNS has it', () => {
  for (const name of [
    'p\u0430ypal.com',
    'googl\u0435.com',
    'a.b\u03bfok.example',
    'αbc.gr',
    'приv\u0435т.рф',
    '例\u0430.jp',
  ]) {
    assert.equal(shown(name), domainToASCII(name), name);
  }
});

test('so does one of letters that all look like Latin ones, under an end that is Latin', () => {
  for (const name of ['\u0430\u0440\u0440\u04cf\u0435.com', '\u0455\u0441\u043e\u0440\u0435-1.example', 'αικ.com']) {
    assert.equal(shown(name), domainToASCII(name), name);
  }
});

test('so does one in a script in which no names are registered', () => {
  for (const name of ['\ua4d1\ua4ee.com', '\u13a0\u13a1.com']) assert.equal(shown(name), domainToASCII(name), name);
});

test('one label that could be mistaken leaves none as it was', () => {
  assert.equal(shown('p\u0430ypal.bücher.example'), 'xn--pypal-4ve.xn--bcher-kva.example');
});

test('of an address what stands behind the @ is shown so, and the rest stays', () => {
  assert.equal(unmistakableAddress('zoë@bücher.example'), 'zoë@bücher.example');
  assert.equal(unmistakableAddress('zoë@p\u0430ypal.com'), 'zoë@xn--pypal-4ve.com');
  assert.equal(unmistakableAddress('ada@example.org'), 'ada@example.org');
});
