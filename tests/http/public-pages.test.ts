import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'express';
import { isKnownTo } from '#src/http/kept-answer.ts';
import { createPublicPages } from '#src/http/public-pages.ts';
import { latin1Of } from '#views/kept/latin1.ts';
import type { Page, PageContext } from '#views/page-props.ts';
import { pageBrand } from '../views/sample-brand.ts';
import { context } from '../views/sample-pages.ts';
import { signedIn } from '../views/sample-workspace.ts';

const article = (title: string): Page => ({
  name: 'article',
  props: { title, lead: null, html: '', contents: [], lang: 'en', dir: 'ltr', isSample: false },
});
const [a, b, c] = [article('a'), article('b'), article('c')];
const asking = (ifNoneMatch?: string) => ({ headers: { 'if-none-match': ifNoneMatch } }) as unknown as Request;

function setUp({ byte = 0, padding = 0 } = {}) {
  const drawn: string[] = [];
  const pages = createPublicPages({
    render: ({ props }, { lang, siteHost, globals }) => {
      const html = `${'title' in props && props.title} ${lang} ${siteHost} ${globals.customer?.custid}`;
      drawn.push(html);
      return latin1Of(html.padEnd(padding));
    },
    randomBytes: () => Uint8Array.of(byte),
  });
  const choose = (variants: readonly [Page, ...Page[]], known?: string, own: PageContext = context) =>
    pages.choose(asking(known), variants, own);
  return { choose, drawn };
}

test('a page of nobody is drawn once, whoever makes it up again', () => {
  const { choose, drawn } = setUp();
  const names = [a, a, article('a'), structuredClone(a)].map((page) => choose([page]).etag);
  assert.equal(new Set(names).size, 1);
  assert.equal(drawn.length, 1);
});

test('what differs in anything the page could hold is drawn apart', () => {
  const { choose, drawn } = setUp();
  const others: readonly Partial<PageContext>[] = [
    { locale: 'de', lang: 'de' },
    { siteUrl: 'http://hush.example.org/' },
    { siteHost: 'other.example' },
    { globals: { ...context.globals, global_banner: 'Maintenance' } },
    { year: 2027 },
  ];
  choose([a]);
  for (const other of others) choose([a], undefined, { ...context, ...other });
  assert.equal(drawn.length, 6);
});

test('a page with a customer on it, or in a customer’s name, is kept nowhere', () => {
  const { choose, drawn } = setUp();
  const own = { ...context, globals: signedIn };
  const branded = { ...context, brand: pageBrand };
  assert.equal(choose([a], undefined, own).etag, choose([a], undefined, own).etag);
  for (let times = 0; times < 2; times += 1) choose([a], undefined, branded);
  assert.equal(drawn.length, 4);
  assert.notEqual(choose([a]).etag, choose([a], undefined, own).etag);
});

test('of variants chance chooses, each as likely as any other', () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const { latin1 } = setUp({ byte }).choose([a, b, c]);
    counts.set(latin1.slice(0, 1), (counts.get(latin1.slice(0, 1)) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), ['a', 'b', 'c']);
  for (const count of counts.values()) assert.ok(count >= 85 && count <= 86, String(count));
});

test('who has one of the variants keeps it, whatever chance would choose', () => {
  const { etag } = setUp({ byte: 255 }).choose([a, b, c]);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `W/"x",W/${etag}`]) {
    const chosen = setUp({ byte: 0 }).choose([a, b, c], known);
    assert.deepEqual(
      [isKnownTo(asking(known), chosen), chosen.etag, chosen.latin1.slice(0, 1)],
      [true, etag, 'c'],
      known,
    );
  }
  assert.equal(isKnownTo(asking('*'), setUp().choose([a, b], '*')), true);
  for (const unknown of ['"other"', etag.slice(1, -1), '', 'W/', `"${etag}"`]) {
    assert.equal(isKnownTo(asking(unknown), setUp().choose([a, b, c], unknown)), false, unknown);
  }
});

test('pages of many hosts do not fill the memory: the longest unasked go', () => {
  const { choose, drawn } = setUp({ padding: 1_000_000 });
  const ask = (at: number) => choose([a], undefined, { ...context, siteHost: `host${at}.example` });
  for (let at = 0; at < 100; at += 1) {
    ask(at);
    ask(0);
  }
  assert.equal(drawn.length, 100);
  ask(99);
  assert.equal(drawn.length, 100);
  ask(50);
  assert.equal(drawn.length, 101);
});
