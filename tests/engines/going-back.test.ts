import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openMailbox } from '../browser/people-stage.ts';
import { openSite } from '../support/site.ts';
import { untilSo } from '../support/until-so.ts';
import { contentOf, open, paste, press, see } from './screens.ts';
import { openWebKit } from './webkit.ts';

const { env } = await openMailbox();
const site = await openSite({ ...env, HUSHLINK_INCOMING_RECIPIENT: 'support@example.org' });
const webkit = await openWebKit({ after });

for (const hasScript of [true, false]) {
  const way = hasScript ? 'with' : 'without';
  test(`WebKit: ${way} JavaScript the Back button does not bring back what was sent to support`, async (t) => {
    const page = await webkit.visitor(t, site.server.url, { hasScript });
    await open(page, `${page.home}/incoming`);
    await paste(page, '#secret', 'not for who presses Back');
    await paste(page, '#ticketno', '123456');
    await press(page, 'Send to support');
    await see(page, 'Your email has been sent');
    await page.evaluate(() => history.back());
    await untilSo('the form is there again', () => page.evaluate(() => location.search === ''));
    assert.deepEqual([await contentOf(page, '#secret'), page.troubles], ['', []]);
  });
}

test('WebKit: the Back button does not bring back a message that was opened, over plain http too', async (t) => {
  const { secretKey } = await site.share('not for who presses Back');
  const page = await webkit.visitor(t, site.server.url);
  await open(page, `${page.home}/secret/${secretKey}`);
  await press(page, 'Click to continue');
  await see(page, 'This message is for you');
  await page.goto(`${page.home}/about`);
  await page.evaluate(() => history.back());
  await see(page, 'That information is no longer available');
});
