import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { strangersOn } from '#src/cli/verify/page-loads.ts';
import { readServedList } from '#src/http/served-list.ts';
import { openResources } from '#src/resources.ts';
import { createTestApp } from '../support/app.ts';

const files = new Set(readServedList(openResources()).files.map(({ path }) => path));
const isKnown = (path: string) => files.has(path);
const known = [...files][0];
const page = (head: string, body = '<p>Hello</p>') =>
  `<!doctype html>\n<html><head>${head}</head><body>${body}</body></html>`;

test('on pages of ours there is no stranger, whatever island they hold', async () => {
  const site = supertest(createTestApp({ after }).app);
  const paths = ['/', '/signin', '/signup', '/forgot', '/feedback', '/info/terms', '/translations', '/nowhere'];
  for (const path of paths) {
    const { text } = await site.get(path);
    assert.match(text, /<script src="\/static\/build\/early-/, path);
    assert.deepEqual(strangersOn(text, isKnown), [], path);
  }
});

test('text that speaks of scripts is no script', () => {
  const text =
    '<p>&lt;script src=&quot;/x.js&quot;&gt; and <code>id</code> = page, <a href="/x?id=a&amp;b">link</a></p>';
  assert.deepEqual(strangersOn(page('', text), isKnown), []);
});

const STRANGE_TAGS = [
  '<script src="/x.js">',
  '<SCRIPT SRC="/x.js">',
  '<script\nsrc="/x.js">',
  '<script/src="/x.js">',
  `<script src="${known}" src="/x.js">`,
  `<script data-x=">" src="${known}">`,
  '<script>',
  '<script type="speculationrules">',
  '<script type="importmap">',
  `<script src='${known}'>`,
  '<link rel="stylesheet" href="/x.css">',
  '<link rel="prefetch" href="/x.js">',
  `<link href="${known}" rel="stylesheet" media="print">`,
  '<link rel="modulepreload" href="//elsewhere.example/static/x.js">',
  '<style>',
  '<base href="/x/">',
  '<iframe src="/x">',
  '<object data="/x">',
  '<embed src="/x">',
  '<applet code="/x">',
  '<portal src="/x">',
  '<frame src="/x">',
  `<link rel="preload" href="${known}">`,
];

for (const tag of STRANGE_TAGS) {
  test(`${JSON.stringify(tag)} is a stranger in the head and in the body`, () => {
    assert.equal(strangersOn(page(tag), isKnown).length, 1);
    assert.equal(strangersOn(page('', `<template><svg>${tag}</svg></template>`), isKnown).length, 1);
  });
}

test('an address that the scripts of a page are told to load must be known too', () => {
  const block = (data: string, mount = '') =>
    page(`<script type="application/json" id="page"${mount}>${data}</script>`);
  assert.deepEqual(strangersOn(block(`{"packs":["${known}"]}`, ` data-mount="${known}"`), isKnown), []);
  assert.deepEqual(strangersOn(block('{"packs":["/x"]}'), isKnown), ['/x']);
  assert.deepEqual(strangersOn(block('{"packs":[]}', ' data-mount="/x"'), isKnown), ['/x']);
  assert.deepEqual(strangersOn(block('{"packs":"/x"}'), isKnown), ['{"packs":"/x"}']);
  assert.deepEqual(strangersOn(block('no JSON'), isKnown), ['no JSON']);
});

test('only the block of data may carry the marks by which scripts look for it', () => {
  for (const mark of [
    'id="page"',
    "id='page'",
    'id=page',
    'ID = page',
    'id="p&#97;ge"',
    'id="pag&#101;"',
    "id='pag&#101;'",
    'id=pag&#101;',
    'data-mount="/x"',
  ]) {
    assert.equal(strangersOn(page('', `<div ${mark}>{"packs":["/x"]}</div>`), isKnown).length, 1, mark);
  }
  assert.deepEqual(strangersOn(page('', '<div id="pages"></div><div id="page-2"></div>'), isKnown), []);
});

test('a page that leads away by itself is none of ours', () => {
  assert.equal(strangersOn(page('<meta http-equiv="refresh" content="0; url=/x">'), isKnown).length, 1);
});

test('a page that is made to be looked at for ever is looked through at once', () => {
  // Where each beginning is followed to the end, this takes minutes.
  const length = 1024 * 1024;
  for (const part of ['/id=', '/id="', "\tid='", ' id ', '<link ', '<script type="application/json" id="page">']) {
    strangersOn(part.repeat(length / part.length), isKnown);
  }
});
