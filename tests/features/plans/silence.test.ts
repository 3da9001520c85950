import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf } from '../accounts/people.ts';

const MONEY = /\$\d|\bpric(?:e|es|ing)\b|\bplans?\b|payment|\bpaid\b|subscri|upgrade/i;
/** The terms alone say how it would be: they are the operator's to change. */
const PAGES = ['/', '/signup', '/signup/identity', '/signin', '/feedback', '/translations', '/info/privacy'];
const OF_CUSTOMERS = ['/dashboard', '/recent', '/account', '/account/settings', '/translations'];

/** What people can read, and where links lead. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>|<template[\s\S]*?<\/template>/g, ' ')
    .replaceAll(/<(?!a )[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('an installation as it comes says nothing about money, to visitors and to customers', async () => {
  const site = createTestApp({ after }, { hasLightPassphrases: true });
  const customer = await customerOf(site);
  for (const [visitor, paths] of [
    [visitorOf(site), PAGES],
    [customer, OF_CUSTOMERS],
  ] as const) {
    for (const path of paths) {
      const { status, text } = await visitor.open(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(wordsOf(text), MONEY, path);
    }
  }
  for (const path of ['/pricing', '/plans/identity/month', '/account/billing_portal', '/billing/webhook']) {
    assert.equal((await customer.open(path)).status, 404, path);
  }
});

test('with plans the same look finds what is said of them', async () => {
  const site = createTestApp({ after }, { hasLightPassphrases: true, env: PLANS_ON });
  assert.match(wordsOf((await visitorOf(site).open('/')).text), MONEY);
  assert.match(wordsOf((await (await customerOf(site)).open('/account')).text), MONEY);
});
