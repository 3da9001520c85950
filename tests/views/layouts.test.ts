import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDocument } from '#views/layout/document.tsx';
import { frameOf } from '#views/layout/frame.ts';
import type { PageContext } from '#views/page-props.ts';
import type { Screen } from '#views/screen.ts';
import { strokesOf } from '../support/icons.ts';
import { pageBrand } from './sample-brand.ts';
import { assets, context, homePage, render, secretPage, t, wordsOf } from './sample-pages.ts';
import { customer, knowing, partOf, regions, signedIn } from './sample-people.ts';

const plain: Screen = { title: 'Sample', layout: 'default', isIndexed: false, islands: [], body: 'the screen' };
const colonel = signedIn({ customer: { ...customer, role: 'colonel' } });

const draw = (screen: Partial<Screen>, changes: Partial<PageContext> = {}) =>
  renderDocument({ ...plain, ...screen }, { ...context, ...changes }, t, assets);
const headerOf = (html: string) => partOf(html, 'header', 'head') ?? '';
const footerOf = (html: string) => partOf(html, 'footer', 'foot') ?? '';

/** What the icon is drawn with in the link that has these attributes; null where there is no such link. */
function drawnIn(html: string, attributes: string): string | null {
  const [, behind = null] = html.split(attributes);
  return behind && (/^[^>]*><svg[^>]*><path d="([^"]+)"/.exec(behind)?.[1] ?? 'no icon');
}

test('a quiet page has the header it names: all of it, the logo alone, or none [SHELL-12]', () => {
  const full = headerOf(draw({ layout: 'quiet', header: 'full' }));
  assert.match(full, /class="brand[\s\S]*<nav/);
  for (const header of [{}, { header: 'brand' }] as const) {
    const brand = headerOf(draw({ layout: 'quiet', ...header }));
    assert.match(brand, /class="brand/);
    assert.doesNotMatch(brand, /<nav/);
  }
  assert.doesNotMatch(draw({ layout: 'quiet', header: 'none' }), /<header/);
});

test('a quiet page has the footer it names: without links, without the version, who hosts this, or none [SHELL-12]', () => {
  assert.match(footerOf(draw({ layout: 'quiet', footer: 'plain' })), /© 2026 Hushlink.*v1\.2\.3/);
  for (const footer of [{}, { footer: 'bare' }] as const) {
    const bare = footerOf(draw({ layout: 'quiet', ...footer }));
    assert.match(bare, /© 2026 Hushlink/);
    assert.match(bare, /data-theme-toggle/);
    assert.doesNotMatch(bare, /1\.2\.3/);
  }
  assert.match(draw({ layout: 'quiet', footer: 'powered' }), /<footer class="foot foot--powered">/);
  assert.doesNotMatch(draw({ layout: 'quiet', footer: 'none' }), /<footer/);
});

test('only a colonel sees the star that leads to the colonel’s pages, and no quiet page shows it [SHELL-20 SHELL-23]', () => {
  const linkOn = (html: string) => drawnIn(html, 'href="/colonel/" aria-label="Colonel"');
  assert.equal(linkOn(draw({ layout: 'default' }, colonel)), strokesOf('star'));
  assert.equal(linkOn(draw({ layout: 'wide' }, colonel)), strokesOf('star'));
  assert.equal(linkOn(draw({ layout: 'quiet', header: 'full' }, colonel)), null);
  assert.equal(linkOn(draw({ layout: 'default' }, signedIn())), null);
  assert.equal(linkOn(draw({ layout: 'default' })), null);
});

test('a screen says how wide its main part is', () => {
  const widths = { form: 'main', card: 'main main--card', app: 'main main--app' };
  for (const [main, mainClass] of Object.entries(widths)) {
    assert.equal(frameOf({ ...plain, main: main as keyof typeof widths }).mainClass, mainClass);
  }
  assert.equal(frameOf({ ...plain, layout: 'wide' }).mainClass, 'main main--wide');
  assert.match(draw({ main: 'card' }), /<main class="main main--card" id="main">the screen<\/main>/);
});

test('who is signed in stands in the header and leads to the account [SHELL-18]', () => {
  const header = headerOf(draw({}, signedIn()));
  assert.match(header, /<a class="head__id" href="\/account" title="Your Account">/);
  assert.match(wordsOf(`<body>${header}`), / r robin@example\.com /);
  assert.doesNotMatch(header, /signin|signup/);
});

test('the bolt asks to upgrade where there are plans and domains, and the plan has none [SHELL-19 PLAN-18]', () => {
  const linkOn = (changes: Partial<PageContext>) => drawnIn(draw({}, changes), 'aria-label="Upgrade"');
  const { plan } = customer;
  const withDomains = { ...plan, options: { ...plan.options, custom_domains: true } };
  const [sold, served] = [{ plans_enabled: true }, { domains_enabled: true }];
  assert.equal(linkOn(signedIn({ ...sold, ...served })), strokesOf('bolt'));
  assert.equal(linkOn(signedIn({ ...sold, ...served, plan: withDomains })), null);
  for (const without of [{}, sold, served]) assert.equal(linkOn(signedIn(without)), null);
  assert.equal(linkOn(knowing({ ...sold, ...served })), null);
});

test('somebody signed in has a link to the settings, which works without script [SHELL-21]', () => {
  const link = /<a class="btn btn--icon btn--quiet" href="\/account\/settings" aria-label="Settings"/;
  assert.match(draw({}, signedIn()), link);
  assert.doesNotMatch(draw({}), link);
});

test('an anonymous visitor may create an account or sign in, each only where that is possible [SHELL-22]', () => {
  const entrances = (authentication: PageContext['globals']['authentication']) => {
    const html = headerOf(draw({}, knowing({ authentication })));
    return [/href="\/signup">Create account</.test(html), /href="\/signin">Sign in</.test(html)];
  };
  assert.deepEqual(entrances({ enabled: true, signup: true, signin: true }), [true, true]);
  assert.deepEqual(entrances({ enabled: true, signup: false, signin: true }), [false, true]);
  assert.deepEqual(entrances({ enabled: true, signup: true, signin: false }), [true, false]);
  assert.deepEqual(entrances({ enabled: false, signup: true, signin: true }), [false, false]);
  assert.doesNotMatch(draw({}, knowing({ authentication: { enabled: false, signup: true, signin: true } })), /<nav/);
});

test('the announcement stands above the header, and on no page without one [SHELL-15]', () => {
  const news = knowing({ global_banner: 'Back at 06:00. <a href="/x">More</a>' });
  // The operator writes in one language: the full stop stands at its end in pages of the other direction too.
  const section = '<section class="broadcast" aria-label="Announcement" dir="auto">';
  const banner = `${section}Back at 06:00. <a href="/x">More</a></section>`;
  assert.ok(draw({}, news).includes(`${banner}<header class="head">`));
  assert.ok(draw({ layout: 'quiet' }, news).includes(`${banner}<header class="head">`));
  assert.doesNotMatch(render(secretPage(), news), /broadcast/);
  assert.doesNotMatch(draw({}), /broadcast/);
});

test('the footer leads to the regions only where there are regions [SHELL-25]', () => {
  const html = footerOf(draw({}, knowing({ regions_enabled: true, jurisdictions: regions })));
  assert.match(html, /<details class="menu"><summary class="btn btn--quiet"><svg[\s\S]*?<\/svg>[\s\S]*?EU<\/summary>/);
  assert.match(
    html,
    /href="https:\/\/eu\.hush\.example\.org\/signup" aria-current="true"><svg[\s\S]*?<\/svg>European Union</,
  );
  assert.match(html, /href="https:\/\/us\.hush\.example\.org\/signup"><svg[\s\S]*?<\/svg>United States</);
  for (const off of [{}, { jurisdictions: regions }, { regions_enabled: true }]) {
    assert.doesNotMatch(draw({}, knowing(off)), /<details/);
  }
});

test('the footer leads to the feedback only where there is feedback, by a link that works without script [SHELL-27]', () => {
  const link = '<a class="btn btn--quiet" href="/feedback" data-feedback-open="">Feedback</a>';
  assert.ok(footerOf(draw({})).includes(link));
  assert.doesNotMatch(draw({}, knowing({ feedback_enabled: false })), /feedback/i);
});

test('every footer of the site itself leads to the feedback; no slip and no page on a customer’s domain does', () => {
  const layouts = [{ layout: 'default' }, { layout: 'wide' }, { layout: 'quiet' }] as const;
  for (const screen of [...layouts, { layout: 'quiet', footer: 'plain' }] as const) {
    assert.match(footerOf(draw(screen)), /href="\/feedback"/);
    assert.doesNotMatch(draw(screen, { brand: pageBrand }), /\/feedback/);
  }
  assert.doesNotMatch(draw({ layout: 'slip' }), /\/feedback/);
});

test('home invites to a free account only where one can be had [SHELL-03]', () => {
  const invitation = /With a free account [^.]*\. <\/span><a href="\/signup">Create account<\/a>/;
  assert.match(render(homePage()), invitation);
  for (const authentication of [
    { enabled: true, signup: false, signin: true },
    { enabled: false, signup: true, signin: true },
  ]) {
    assert.doesNotMatch(render(homePage(), knowing({ authentication })), /With a free account/);
  }
});

test('the dialog of the settings comes with every full header of somebody signed in, and with no other page', () => {
  const dialog = /data-island="settings"/;
  for (const screen of [{}, { layout: 'wide' }, { layout: 'quiet', header: 'full' }] as const) {
    assert.match(draw(screen, signedIn()), dialog);
    assert.match(draw(screen, signedIn()), /mount-AAAAAAAA/);
    assert.doesNotMatch(draw(screen), dialog);
  }
  assert.doesNotMatch(draw({ layout: 'quiet' }, signedIn()), dialog);
  assert.doesNotMatch(draw({ layout: 'slip' }, signedIn()), dialog);
});

test('the footer leads to the documentation on the support host, where there is one, by the scheme of the site [SHELL-36]', () => {
  const withDocs = knowing({ support_host: 'support.example.org:8443' });
  const link = '<a href="https://support.example.org:8443/docs">Docs</a>';
  assert.ok(footerOf(draw({}, withDocs)).includes(link));
  assert.ok(footerOf(draw({ layout: 'wide' }, withDocs)).includes(link));
  const plain = { ...withDocs, siteUrl: 'http://localhost:3000/' };
  assert.ok(footerOf(draw({}, plain)).includes('<a href="http://support.example.org:8443/docs">Docs</a>'));
  assert.doesNotMatch(draw({}), /\/docs/);
});
