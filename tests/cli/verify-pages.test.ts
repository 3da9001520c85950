import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startServer } from '../support/server.ts';
import { runCli } from './run-cli.ts';
import { passedOn, sendPage, startTamperer } from './tamperer.ts';

const site = await startServer();
after(() => site.stop());

const linesOf = async (url: string) => (await runCli(['verify', url])).stdout.split('\n').filter(Boolean);

test('a home that is not there is no page of ours, nor is one that leads away by a header', async (t) => {
  const url = await startTamperer(t, site.url, (passing) => {
    const { path, answer, body, response } = passing;
    if (path === '/signin') return sendPage(passing, body.toString(), { refresh: '0; url=https://evil.example/' });
    if (path !== '/') return false;
    response.writeHead(404, passedOn(answer)).end(body);
    return true;
  });
  assert.deepEqual(await linesOf(url), [
    '/: is no page of ours (404 text/html; charset=utf-8)',
    '/signin: loads what is not of this release: 0; url=https://evil.example/',
  ]);
});

test('of what a page loads that nobody knows twenty are named, and of the colours of its owner twenty are asked for', async (t) => {
  const numbers = Array.from({ length: 25 }, (_, at) => at + 10);
  const scripts = numbers.map((at) => `<script src="/${at}.js"></script>`);
  const colours = numbers.map((at) => `<link rel="stylesheet" href="/brand/3366${at}.css">`);
  const url = await startTamperer(t, site.url, (passing) => {
    const added = { '/': scripts, '/signin': colours }[passing.path];
    if (added === undefined) return false;
    return sendPage(passing, passing.body.toString().replace('</head>', `${added.join('')}</head>`));
  });
  const loads = (path: string, what: string) => `${path}: loads what is not of this release: ${what}`;
  assert.deepEqual(await linesOf(url), [
    ...numbers.slice(0, 20).map((at) => loads('/', `/${at}.js`)),
    ...numbers.slice(20).map((at) => loads('/signin', `/brand/3366${at}.css`)),
    ...numbers.slice(0, 20).map((at) => `/brand/3366${at}.css: is not there (404)`),
  ]);
});
