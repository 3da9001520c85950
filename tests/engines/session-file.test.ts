import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSite } from '../support/site.ts';
import { temporaryFolder } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { actsOn, startFirefox } from './firefox.ts';
import { contentOf, paste, press } from './screens.ts';
import { sessionFileIn } from './session-file.ts';

const site = await openSite();
const profile = temporaryFolder({ after });
const firefox = await startFirefox(
  { after },
  {
    'browser.sessionstore.resume_from_crash': true,
    'browser.sessionstore.interval': 500,
    // With it Firefox takes no notice of what a script has put into a field, until somebody types.
    'javascript.enabled': false,
  },
  profile,
);

test('Firefox: no content is in the file that windows are restored from', async () => {
  const own = await site.share('the content that its sender sees');
  const opened = await site.share('the content that its recipient sees');
  const [sender, recipient, other] = await Promise.all([newTab(), newTab(), newTab()]);
  await sender.goto(`${site.server.url}/private/${own.metadataKey}`);
  assert.equal(await contentOf(sender, '#own'), 'the content that its sender sees');
  await recipient.goto(`${site.server.url}/secret/${opened.secretKey}`);
  await press(recipient, 'Click to continue');
  assert.equal(await contentOf(recipient, '#message'), 'the content that its recipient sees');
  await other.goto(`${site.server.url}/feedback`);
  await paste(other, '#feedback-msg', 'what anybody may read');
  const expected = [`/private/${own.metadataKey}`, `/secret/${opened.secretKey}`, 'what anybody may read'];
  await untilSo('all tabs are in it', async () => {
    const text = await sessionFileIn(profile);
    return expected.every((words) => text.includes(words));
  });
  assert.doesNotMatch(await sessionFileIn(profile), /the content that/);
});

async function newTab() {
  return actsOn(await firefox.newPage());
}
