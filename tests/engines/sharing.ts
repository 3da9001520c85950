import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { untilSo } from '../support/until-so.ts';
import type { Stage } from './journeys.ts';
import { at, contentOf, linkOn, open, paste, press, see, textOf } from './screens.ts';
import type { Visitor } from './visitor.ts';

/** What a text may lose on its way: line breaks, spaces, signs of HTML, and letters outside of ASCII and the first plane. */
const secret = 'the safe is 17-4-92\n\n  <b>&amp; "ключ"</b> שלום 🔑 e\u0301\tend ';

const gone = 'That information is no longer available';

/** From a text to its end, with a sender and a recipient in this engine. */
export function sharing({ engine, site, visitor }: Stage): void {
  for (const hasScript of [true, false]) {
    const how = hasScript ? '' : ' without JavaScript';

    test(`${engine}${how}: a secret is written, sent, read once to the letter, and seen as received`, async (t) => {
      const sender = await visitor(t, { hasScript });
      await share(sender);
      const link = await linkOn(sender);
      const metadataKey = (await at(sender, /\/private\/[0-9a-z]{31}$/)).slice('/private/'.length);
      const recipient = await visitor(t, { hasScript });
      await open(recipient, link);
      assert.equal(await recipient.evaluate(() => matchMedia('(scripting: enabled)').matches), hasScript);
      await see(recipient, 'Careful, only see once.');
      assert.doesNotMatch(await textOf(recipient), /17-4-92/);
      assert.equal(await site.stateOf({ metadataKey }), 'new');
      await press(recipient, 'Click to continue');
      await see(recipient, 'This message is for you');
      assert.equal(await contentOf(recipient, '#message'), secret);
      await recipient.goto(link);
      await see(recipient, gone);
      await sender.reload();
      await see(sender, 'Somebody opened the link. It cannot be opened again.');
    });

    test(`${engine}${how}: a passphrase typed wrong is asked for again, and the right one opens the secret`, async (t) => {
      const page = await visitor(t, { hasScript });
      await share(page, 'open sesame');
      await open(page, await linkOn(page));
      await paste(page, '#passphrase', 'open simsim');
      await press(page, 'Click to continue');
      await see(page, 'Double check that passphrase');
      await paste(page, '#passphrase', 'open sesame');
      await press(page, 'Click to continue');
      await see(page, 'This message is for you');
      assert.equal(await contentOf(page, '#message'), secret);
    });
  }

  async function share(page: Visitor, passphrase?: string): Promise<void> {
    await open(page, page.home);
    await paste(page, '#secret', secret);
    if (passphrase) {
      await press(page, 'Privacy Options', 'summary');
      await paste(page, '#passphrase', passphrase);
    }
    await press(page, 'Create a secret link');
    await see(page, 'Your link is ready');
  }

  test(`${engine}: the sender burns a secret, and its recipient finds nothing`, async (t) => {
    const page = await visitor(t);
    await share(page);
    const link = await linkOn(page);
    await press(page, 'Burn this secret', 'a');
    await see(page, 'Burning is permanent.');
    await press(page, 'Burn this secret');
    await see(page, 'You destroyed this secret before anyone read it.');
    await page.goto(link);
    await see(page, gone);
  });

  test(`${engine}: the link is copied, and the page says so`, async (t) => {
    const { metadataKey } = await site.share(secret);
    const page = await visitor(t);
    await open(page, `${page.home}/private/${metadataKey}`);
    await page.evaluate(rememberCopied);
    await press(page, 'Copy');
    await untilSo('the page says that it was copied', () => page.evaluate(() => 'copied' in document.body.dataset));
  });

  test(`${engine}: a generated password reaches the recipient as the sender sees it`, async (t) => {
    const page = await visitor(t);
    await open(page, page.home);
    await press(page, 'Or generate a random password');
    const password = await contentOf(page, '#own');
    assert.equal(password.length, 16);
    await open(page, await linkOn(page));
    await press(page, 'Click to continue');
    assert.equal(await contentOf(page, '#message'), password);
  });

  test(`${engine}: an answer that is cut off after the claim is asked for again by the page`, async (t) => {
    const shared = await site.share('not lost');
    const page = await visitor(t);
    const cut = (claim: number) => (['nothing', 'half'] as const)[claim] ?? 'whole';
    const lossy = await startLossyProxy(t, Number(new URL(page.home).port), cut);
    await open(page, `${lossy.url}/secret/${shared.secretKey}`);
    await press(page, 'Click to continue');
    assert.equal(await contentOf(page, '#message'), 'not lost');
    assert.deepEqual(new Set(lossy.statuses), new Set([200]));
    assert.ok(lossy.statuses.length > 1);
  });
}

/** Runs in the page, which says it for two seconds only. */
function rememberCopied(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('button.is-copied') === null) return;
    observer.disconnect();
    document.body.dataset.copied = '';
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
}
