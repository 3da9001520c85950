import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { groupOf } from '#src/features/feedback/feedback.ts';
import type { FeedbackInput } from '#src/features/feedback/feedback-input.ts';
import { createTestApp } from '../../support/app.ts';
import { feedbackOf } from './colonel-view.ts';

const HOUR_MS = 3_600_000;
const customer = { kind: 'customer', custid: 'robin@example.com' as CustId } as const;
const input: FeedbackInput = {
  ...{ message: 'Well done', timeZone: 'UTC', version: '1.2.3', address: null, captcha: '', isTrapped: false },
};

test('a moment is of today, of yesterday or older, by UTC days [COL-05]', () => {
  const nowMs = Date.UTC(2030, 0, 15, 0, 0, 0, 1);
  const groups: [at: number, group: string][] = [
    [nowMs, 'today'],
    [Date.UTC(2030, 0, 15), 'today'],
    [Date.UTC(2030, 0, 15) - 1, 'yesterday'],
    [Date.UTC(2030, 0, 14), 'yesterday'],
    [Date.UTC(2030, 0, 14) - 1, 'older'],
    [Date.UTC(2029, 11, 31), 'older'],
  ];
  for (const [atMs, group] of groups) assert.equal(groupOf(atMs, nowMs), group);
});

test('feedback stands in three groups, newest first and counted, and is gone after 14 days [COL-05]', async (t) => {
  const site = createTestApp(t);
  const feedback = feedbackOf(site);
  for (const message of ['first', 'second', 'third', 'fourth']) {
    await feedback.send({ ...input, message }, customer);
    site.clock.advance(12 * HOUR_MS);
  }
  // Two days after the first, at noon.
  const view = await feedback.colonelView(site.clock.now());
  const words = (entries: readonly { msg: string }[]) => entries.map(({ msg }) => msg);
  assert.deepEqual(words(view.today_feedback), ['fourth']);
  assert.deepEqual(words(view.yesterday_feedback), ['third', 'second']);
  assert.deepEqual(words(view.older_feedback), ['first']);
  assert.deepEqual(view.counts, {
    feedback_count: 4,
    today_feedback_count: 1,
    yesterday_feedback_count: 2,
    older_feedback_count: 1,
  });
  site.clock.advance(12 * 24 * HOUR_MS);
  const later = await feedback.colonelView(site.clock.now());
  assert.deepEqual(words(later.older_feedback), ['fourth', 'third', 'second']);
  assert.equal(later.counts.feedback_count, 3);
});

test('of very long feedback only half a million characters are shown, the newest; all of it is counted', async (t) => {
  const site = createTestApp(t);
  const feedback = feedbackOf(site);
  for (let sent = 0; sent < 101; sent += 1) {
    await feedback.send({ ...input, message: `${sent}`.padEnd(5000, '.') }, customer);
    site.clock.advance(1);
  }
  const { today_feedback, counts } = await feedback.colonelView(site.clock.now());
  assert.deepEqual([today_feedback.length, counts.feedback_count], [100, 101]);
  assert.match(today_feedback.at(-1)?.msg ?? '', /^1\./);
});

test('somebody signed in needs no captcha, and is named by custid whatever address was typed [FB-09]', async (t) => {
  const site = createTestApp(t);
  const feedback = feedbackOf(site);
  await feedback.send({ ...input, address: 'someone.else@example.com' }, customer);
  const [entry] = (await feedback.colonelView(site.clock.now())).today_feedback;
  assert.deepEqual([entry?.from, entry?.signed_in, entry?.unchecked], ['robin@example.com', true, false]);
});

test('neither what was written nor by whom can be read in the store', async (t) => {
  const site = createTestApp(t);
  await feedbackOf(site).send({ ...input, message: 'MARKED-MESSAGE' }, customer);
  const kept = ['hushlink.db', 'hushlink.db-wal'].map((name) => readFileSync(join(site.folder, name)));
  assert.ok(Buffer.concat(kept).length > 0);
  for (const mark of ['MARKED-MESSAGE', 'robin']) assert.equal(Buffer.concat(kept).includes(mark), false, mark);
});

test('of a flood the newest 500 are shown, and all are counted [COL-05]', async (t) => {
  const site = createTestApp(t);
  const feedback = feedbackOf(site);
  for (let at = 0; at <= 500; at += 1) {
    await feedback.send({ ...input, message: `message ${at}` }, customer);
    site.clock.advance(1);
  }
  const { counts, today_feedback: shown } = await feedback.colonelView(site.clock.now());
  assert.deepEqual([counts.today_feedback_count, shown.length], [501, 500]);
  assert.deepEqual([shown[0]?.msg, shown.at(-1)?.msg], ['message 500', 'message 1']);
  site.clock.advance(48 * HOUR_MS);
  const later = await feedback.colonelView(site.clock.now());
  assert.deepEqual([later.counts.older_feedback_count, later.older_feedback.length], [501, 500]);
});

test('what no site secret opens any more takes no other message with it', async (t) => {
  const site = createTestApp(t);
  const feedback = feedbackOf(site);
  await feedback.send(input, customer);
  await site.store.feedback.keep({ id: 'lost', createdAtMs: site.clock.now(), sealed: randomBytes(100) });
  const { today_feedback: shown } = await feedback.colonelView(site.clock.now());
  assert.deepEqual(
    shown.map(({ msg }) => msg),
    ['Well done'],
  );
});
