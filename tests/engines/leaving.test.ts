import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { listening } from '../support/listening.ts';
import { openSite } from '../support/site.ts';
import type { Cleanup } from '../support/temp.ts';
import { askWhole, headOf } from '../support/whole-answers.ts';
import { PATIENCE_MS, startFirefox } from './firefox.ts';

const build = resolve(import.meta.dirname, '../../static/build');
const site = await openSite();
const firefox = await startFirefox({ after }, {});

/** What the home page loads last: the words of its islands, and an island. */
const PARTS: readonly (readonly [what: string, file: RegExp])[] = [
  ['the words of its islands come', /\/texts-en-\w+\.js$/],
  ['an island comes', new RegExp(`/${chunkOf('create-form')}$`)],
];

function chunkOf(island: string): string {
  const mount = readdirSync(build).find((name) => /^mount-\w+\.js$/.test(name)) ?? assert.fail('no mount');
  const [, chunk] =
    new RegExp(`"${island}":async.*?import\\("\\./(\\w+\\.js)"\\)`).exec(readFileSync(join(build, mount), 'utf8')) ??
    [];
  return chunk ?? assert.fail(`no chunk of ${island}`);
}

for (const [what, file] of PARTS) {
  test(`Firefox: a page that is left before ${what} has nothing to complain of`, async (t) => {
    const proxy = await startHolding(t, file);
    const page = await firefox.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const troubles: string[] = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(String(error)));
    await page.goto(`${proxy.url}/`, { waitUntil: 'domcontentloaded' });
    await proxy.asked;
    const arrives = page.waitForNavigation();
    await page.evaluate(() => location.assign('/feedback'));
    // It still runs, and has heard that nothing comes.
    await page.waitForSelector('[data-lost]');
    proxy.goOn();
    await arrives;
    assert.deepEqual([new URL(page.url()).pathname, troubles], ['/feedback', []]);
  });
}

/** The site, but what is asked for by this name never comes, and the next page not before it may. */
async function startHolding(t: Cleanup, file: RegExp) {
  const asked = Promise.withResolvers<void>();
  const next = Promise.withResolvers<void>();
  const server = createServer(async (incoming, outgoing) => {
    if (file.test(incoming.url ?? '')) return asked.resolve();
    if (incoming.url === '/feedback') await next.promise;
    const answer = await askWhole(site.server.port, incoming);
    outgoing.writeHead(answer.status, headOf(answer)).end(answer.body);
  });
  return { url: `http://localhost:${await listening(t, server)}`, asked: asked.promise, goOn: next.resolve };
}
