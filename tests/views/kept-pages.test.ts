import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RecentWire } from '#src/features/secrets/secret-wire.ts';
import { createKeptPages, type DrawPage } from '#views/kept/kept-pages.ts';
import { MARKS } from '#views/kept/own-values.ts';
import { renderPage } from '#views/page.tsx';
import type { Page, PageContext } from '#views/page-props.ts';
import { pageBrand } from './sample-brand.ts';
import { assets, context, homePage, secretPage, t } from './sample-pages.ts';
import { customer, dashboardPage, recent, recentPage, signedIn } from './sample-workspace.ts';

const draw = (page: Page, own: PageContext) => renderPage(page, own, { t, assets });

interface Person {
  readonly custid: string;
  readonly shrimp: string;
  readonly since: string;
  readonly created: number;
  readonly count: number;
}

function contextOf(person: Person, path: string, recordCount: number): PageContext {
  const { custid, shrimp, since: customer_since, created, count: secrets_created } = person;
  const own = { ...customer, custid, customer_since, created, secrets_created };
  return { ...context, path, shrimp, globals: { ...signedIn, customer: own, metadata_record_count: recordCount } };
}

const person = fc.record<Person>({
  custid: fc.oneof(
    fc.emailAddress().map((address) => address.toLowerCase()),
    fc.constantFrom(
      "o'neil@example.org",
      'a&b@example.org',
      '\ue000x@example.org',
      'ñandú@example.org',
      '𝒹x@example.org',
      'a\\b@example.org',
      'a\u0001b@example.org',
    ),
  ),
  shrimp: fc.stringMatching(/^[0-9a-z]{8}\.[\w-]{43}$/),
  since: fc.constantFrom('12 March 2025', '3 de enero de 2026', '2026年1月3日', 'le "1er" < mars'),
  created: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
  count: fc.nat(2_000_000),
});

const entry = fc
  .record({
    shortkey: fc.stringMatching(/^[0-9a-z]{8}$/),
    stamp: fc.constantFrom('2 minutes ago', "il y a 3 jours d'été", 'قبل ٣ أيام', 'a < b & c'),
    recipients: fc.constantFrom(
      '',
      'fr*****@e*****.org',
      `"&'<>*****@e*****.org`,
      'fr*****@e*****.org, fr*****@e*****.org',
    ),
    end: fc.constantFrom('waits', 'received', 'burned', 'expired'),
  })
  .map(({ shortkey, stamp, recipients, end }): RecentWire => {
    const [is_received, is_burned] = [end === 'received', end === 'burned'];
    const flags = { is_received, is_burned, is_expired: end === 'expired', is_destroyed: is_received || is_burned };
    return recent(shortkey, { stamp, recipients, show_recipients: recipients !== '', ...flags });
  });

/** What a browser reads of the bytes that go out. */
function keptPages(draw: DrawPage) {
  const kept = createKeptPages(draw);
  return (...asked: Parameters<typeof kept>) => Buffer.from(kept(...asked), 'latin1').toString();
}

test('a kept page is the page that would be drawn for this visitor, to the byte, whoever got it before', () => {
  const kept = keptPages(draw);
  fc.assert(
    fc.property(person, fc.array(entry, { maxLength: 4 }), fc.nat(3_000), (who, entries, recordCount) => {
      const recents = recentPage(...entries);
      const pages = [
        [dashboardPage(), '/dashboard'],
        [recents, '/recent'],
      ] as const;
      for (const [page, path] of pages) {
        const own = contextOf(who, path, recordCount);
        assert.equal(kept(page, own, t), draw(page, own));
      }
    }),
    { numRuns: 300 },
  );
});

test('the page of a waiting secret is the one that would be drawn, to the byte, whichever was asked for before', () => {
  const kept = keptPages(draw);
  const changes = fc.record({
    key: fc.stringMatching(/^[0-9a-z]{31}$/),
    claimant: fc.stringMatching(/^[\w-]{22}$/),
    record: fc.record({
      ...{
        has_passphrase: fc.boolean(),
        is_truncated: fc.boolean(),
        verification: fc.boolean(),
        is_owner: fc.boolean(),
      },
      ...{ original_size: fc.nat(100_000), secret_ttl: fc.nat(1_000_000), share_domain: fc.domain() },
    }),
    details: fc.record({ tries_left: fc.option(fc.nat(10)), retry_after: fc.constantFrom(0, 0, 7) }),
    expiresAtMs: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2040, 0) }),
    shrimp: fc.stringMatching(/^[0-9a-z]{8}\.[\w-]{43}$/),
    tail: fc.constantFrom('', '', '?a=b'),
  });
  fc.assert(
    fc.property(changes, ({ key, claimant, record, details, expiresAtMs, shrimp, tail }) => {
      const page = secretPage({ record: { ...record, key, secret_key: key }, details, expiresAtMs });
      const mine = { ...page, props: { ...page.props, claimant } };
      const own = { ...context, shrimp, path: `/secret/${key}${tail}` };
      assert.equal(kept(mine, own, t), draw(mine, own));
    }),
    { numRuns: 300 },
  );
});

test('of one waiting secret nothing stands in the page of the next, and a shown one is never kept', () => {
  let drawn = 0;
  const kept = keptPages((page, own) => {
    drawn += 1;
    return draw(page, own);
  });
  const ask = (letter: string, more = {}) => {
    const key = letter.repeat(31);
    const page = secretPage({ record: { key, secret_key: key, original_size: 77_777, ...more }, expiresAtMs: 1.8e12 });
    const mine = { ...page, props: { ...page.props, claimant: letter.toUpperCase().repeat(22) } };
    return kept(mine, { ...context, path: `/secret/${key}` }, t);
  };
  ask('q');
  assert.doesNotMatch(ask('w'), /qqq|QQQ/);
  assert.equal(drawn, 1);
  for (const letter of ['e', 'r'])
    assert.match(ask(letter, { secret_value: `shown ${letter}` }), new RegExp(`shown ${letter}`));
  assert.equal(drawn, 3);
});

test('of a page nothing of one visitor stands in that of the next', () => {
  const kept = keptPages(draw);
  const first = { custid: 'qqfirst@example.org', shrimp: 'qqtoken', since: 'qqday', created: 111_111, count: 222_222 };
  const second = { custid: 'second@example.org', shrimp: 'other', since: 'now', created: 3, count: 4 };
  kept(recentPage(recent('aaaaaaaa')), contextOf(first, '/recent', 333_333), t);
  const html = kept(recentPage(recent('bbbbbbbb')), contextOf(second, '/recent', 1), t);
  for (const own of [/second@example\.org/, /other/, /bbbbbbbb/]) assert.match(html, own);
  assert.doesNotMatch(html, /qq|111111|222222|222,222|333333|333,333|aaaaaaaa/);
  assert.doesNotMatch(html, /[\ue000-\uf8ff]|98765432/);
});

test('what somebody has typed, and what was wrong with it, is never kept', () => {
  let drawn = 0;
  const kept = keptPages((page, own) => {
    drawn += 1;
    return draw(page, own);
  });
  const error = { field: 'secret', message: 'wrong' };
  const typed = [{ secret: 'typed' }, { recipient: 'a@b.c' }, { shareDomain: 'x.example' }, { error }];
  for (const page of [homePage({ secret: 'typed' }), ...typed.map((form) => dashboardPage(form))]) {
    drawn = 0;
    kept(page, context, t);
    kept(page, context, t);
    assert.equal(drawn, 2);
  }
});

test('the same page is drawn once for everybody who speaks the language and has the plan', () => {
  let drawn = 0;
  const kept = keptPages((page, own) => {
    drawn += 1;
    return draw(page, own);
  });
  const people = ['a', 'b', 'c'].map((name, at) => ({
    ...{ custid: `${name}@example.org`, shrimp: name, since: name, created: at, count: at },
  }));
  for (const who of people) kept(dashboardPage(), contextOf(who, '/dashboard', who.count), t);
  assert.equal(drawn, 1);
  kept(homePage(), context, t);
  kept(homePage(), { ...context, shrimp: 'another' }, t);
  assert.equal(drawn, 2);
});

test('pages of many hosts do not fill the memory', () => {
  let drawn = 0;
  const kept = keptPages(() => {
    drawn += 1;
    return String(drawn);
  });
  const ask = (at: number) => kept(homePage(), { ...context, siteHost: `host${at}.example` }, t);
  for (let at = 0; at < 65; at += 1) ask(at);
  assert.equal(ask(64), '65');
  assert.equal(ask(0), '66');
});

test('a page of one brand is never that of another or of the site, whoever got one before', () => {
  const kept = keptPages(draw);
  const brands = [null, pageBrand, { ...pageBrand, name: MARKS.shrimp, stylesheet: '/brand/a03030.css' }];
  for (const brand of [...brands, ...brands.toReversed(), ...brands]) {
    const own = { ...context, brand };
    assert.equal(kept(homePage(), own, t), draw(homePage(), own));
  }
});
