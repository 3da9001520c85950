import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER_WITHIN_MS } from '#src/islands/reveal/model.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { untilSo } from '../support/until-so.ts';
import { heardOn, listen } from './heard.ts';
import { contentOf, messageOn, open, press, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
/** The proxy is the host that the visitor came to. */
const expects = /^another host: http:\/\/127\.0\.0\.1:|Failed to load resource: net::ERR_/;

/** Runs in the page: what is to run after exactly so long runs when it is let go. */
function holdTimersOf(heldMs: number): void {
  const plain = setTimeout;
  const held: (() => void)[] = [];
  const hold = (run: () => void, delayMs?: number, ...rest: unknown[]) =>
    delayMs === heldMs ? held.push(run) : plain(run, delayMs, ...rest);
  const letGo = () => {
    for (const run of held.splice(0)) run();
  };
  Object.assign(globalThis, { setTimeout: hold, letGo });
}

test('an answer that is cut off after the claim is asked for again by the page, and the reader sees the secret', async (t) => {
  const shared = await stage.share('not lost', { passphrase: 'open sesame' });
  const lossy = await startLossyProxy(t, server.port, (claim) => (['nothing', 'half'] as const)[claim] ?? 'whole');
  const page = await stage.visitor(t, { expects });
  await open(page, `${lossy.url}/secret/${shared.secretKey}`);
  await page.type('#passphrase', 'open sesame');
  await listen(page);
  await press(page, 'Click to continue');
  await heardOn(page, 'No answer came. Trying again.');
  assert.equal(await messageOn(page), 'not lost');
  assert.deepEqual(lossy.statuses, [200, 200, 200]);
  assert.equal(await stage.stateOf(shared), 'received');
});

test('a connection that goes silent after the claim is given up, and the secret comes by the next', async (t) => {
  const shared = await stage.share('not lost in silence');
  const lossy = await startLossyProxy(t, server.port, (claim) => (claim === 0 ? 'silence' : 'whole'));
  const page = await stage.visitor(t, { expects });
  await page.evaluateOnNewDocument(holdTimersOf, ANSWER_WITHIN_MS);
  await open(page, `${lossy.url}/secret/${shared.secretKey}`);
  await press(page, 'Click to continue');
  await untilSo('the claim has been answered', async () => lossy.statuses.length === 1);
  await page.evaluate(() => (globalThis as unknown as { letGo(): void }).letGo());
  assert.equal(await messageOn(page), 'not lost in silence');
  assert.deepEqual(lossy.statuses, [200, 200]);
});

test('after some tries the page says that it may be lost, and the same button still brings it; another tab gets nothing', async (t) => {
  const { secretKey } = await stage.share('late, not lost');
  let isBroken = true;
  const lossy = await startLossyProxy(t, server.port, () => (isBroken ? 'nothing' : 'whole'));
  const page = await stage.visitor(t, { expects });
  await open(page, `${lossy.url}/secret/${secretKey}`);
  const other = await stage.visitor(t, { expects, sameAs: page });
  await open(other, `${lossy.url}/secret/${secretKey}`);
  await page.bringToFront();
  await press(page, 'Click to continue');
  await see(page, 'No response received from server');
  assert.match(await textOf(page), /For a short while this page, and nobody else, can still get it: do not reload/);
  isBroken = false;
  await other.bringToFront();
  await press(other, 'Click to continue');
  await see(other, 'That information is no longer available');
  await page.bringToFront();
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'late, not lost');
});

test('without JavaScript the form is sent again by a reload, and shows the secret again', async (t) => {
  const { secretKey } = await stage.share('line one\nline two');
  const page = await stage.visitor(t, { hasScript: false });
  await page.goto(`${server.url}/secret/${secretKey}`);
  await pressAndGo(page, 'Click to continue');
  await page.reload();
  assert.equal(await contentOf(page, '#message'), 'line one\nline two');
  await page.goto(`${server.url}/secret/${secretKey}`);
  assert.match(await textOf(page), /That information is no longer available/);
});
