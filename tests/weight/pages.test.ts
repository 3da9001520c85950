import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { createAssets } from '#src/http/assets.ts';
import { languageTag, textDirection } from '#src/i18n/language-tag.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { openResources } from '#src/resources.ts';
import { renderPage } from '#views/page.tsx';
import { releasePacks } from '../support/packs.ts';
import { appearancePage } from '../views/sample-brand.ts';
import { addPage, domain, domainsPage, verifyPage } from '../views/sample-domains.ts';
import { context, homePage, secretPage, t } from '../views/sample-pages.ts';
import { accountPage, colonelPage, dashboardPage, recent, recentPage, signedIn } from '../views/sample-workspace.ts';

const MAX_SCRIPT_BYTES = 85_000;
const MAX_WORKSPACE_SCRIPT_BYTES = 110_000;
const MAX_STYLE_BYTES = 12_000;
const MAX_HTML_BYTES = 8_000;

const root = resolve(import.meta.dirname, '../..');
const assets = createAssets(openResources()).page;
const pages = [
  ['home', homePage({ ttlOptionsSeconds: [300, 1800, 3600, 14_400, 43_200, 86_400, 259_200, 604_800] })],
  ['recipient', secretPage({ record: { has_passphrase: true }, details: { tries_left: 10 } })],
] as const;

/** Bytes of the brotli form of everything of a kind that the document names. */
function bytesOnTheWire(html: string, extension: string): number {
  const urls = [...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, url = '']) => url);
  const files = [...new Set(urls)].filter((url) => url.endsWith(extension));
  assert.ok(files.length > 0);
  return files.reduce((total, file) => total + readFileSync(join(root, `${file}.br`)).length, 0);
}

const workspace = [
  ['dashboard', dashboardPage()],
  ['recent', recentPage(recent('aaaa1111'))],
  ['account', accountPage()],
  ['colonel', colonelPage()],
  ['domains', domainsPage({ domains: [domain()] })],
  ['domain-add', addPage()],
  ['domain-verify', verifyPage()],
  ['domain-brand', appearancePage({ brand: { logo_url: '/brand/a/b' } })],
] as const;

for (const [name, page] of workspace) {
  test(`the ${name} screen loads at most 110 kB of script, and not the other screens`, () => {
    const html = renderPage(page, { ...context, globals: signedIn }, { t, assets });
    const bytes = bytesOnTheWire(html, '.js');
    assert.ok(bytes <= MAX_WORKSPACE_SCRIPT_BYTES, `${bytes} bytes`);
    const [own] = assets.islandScripts[`workspace/${name}`] ?? [];
    const screens = Object.entries(assets.islandScripts).filter(([island]) => island.startsWith('workspace/'));
    const loaded = screens.flatMap(([, [script = '']]) => (html.includes(script) ? [script] : []));
    assert.deepEqual(loaded, [own]);
  });
}

for (const [name, page] of pages) {
  const html = renderPage(page, context, { t, assets });

  test(`the ${name} page loads at most 85 kB of script`, () => {
    assert.ok(bytesOnTheWire(html, '.js') <= MAX_SCRIPT_BYTES, `${bytesOnTheWire(html, '.js')} bytes`);
  });

  test(`the ${name} page loads at most 12 kB of style`, () => {
    assert.ok(bytesOnTheWire(html, '.css') <= MAX_STYLE_BYTES, `${bytesOnTheWire(html, '.css')} bytes`);
  });

  test(`the ${name} page is at most 8 kB of HTML, even uncompressed`, () => {
    assert.ok(Buffer.byteLength(html) <= MAX_HTML_BYTES, `${Buffer.byteLength(html)} bytes`);
  });
}

test('the recipient page is at most 8 kB of HTML in every language, and names the texts of that one alone', () => {
  const texts = createTexts(releasePacks);
  const page = secretPage({ record: { has_passphrase: true }, details: { tries_left: 10 } });
  for (const locale of texts.locales) {
    const own = { ...context, locale, lang: languageTag(locale), dir: textDirection(locale) };
    const html = renderPage(page, own, { t: texts.translator(locale), assets });
    assert.ok(Buffer.byteLength(html) <= MAX_HTML_BYTES, `${locale}: ${Buffer.byteLength(html)} bytes`);
    assert.deepEqual([...new Set(html.match(/texts-\w+(?=-[0-9A-F]{8}\.js)/g))], [`texts-${locale}`]);
    assert.ok(bytesOnTheWire(html, '.js') <= MAX_SCRIPT_BYTES, locale);
  }
});
