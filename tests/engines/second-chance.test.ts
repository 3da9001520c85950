import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { listening } from '../support/listening.ts';
import { openSite } from '../support/site.ts';
import { askWhole, headOf } from '../support/whole-answers.ts';
import { actsOn, PATIENCE_MS, startFirefox } from './firefox.ts';
import { at, open, paste, press, see } from './screens.ts';
import type { Tab } from './visitor.ts';

const person = { address: 'robin@example.com', password: 'lantern 7 harbour!' };
const manifest = JSON.parse(readFileSync(new URL('../../static/build/manifest.json', import.meta.url), 'utf8'));
const recentScript: string = manifest.islandScripts['workspace/recent'][0];

const site = await openSite({ HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' });
const firefox = await startFirefox({ after }, {});
let isBroken = false;

// Firefox asks no second time for a script that has not come.
test('Firefox: a screen whose script did not come is shown to whoever presses its tab once more', async (t) => {
  const server = createServer(async (incoming, outgoing) => {
    if (isBroken && incoming.url === recentScript) return outgoing.destroy();
    const answer = await askWhole(site.server.port, incoming);
    outgoing.writeHead(answer.status, headOf(answer)).end(answer.body);
  });
  const url = `http://localhost:${await listening(t, server)}`;
  const page = await firefox.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const tab = actsOn(page);
  await signIn(tab, url);
  isBroken = true;
  await press(tab, 'Recent secrets', 'a');
  await see(tab, "Couldn't resolve component");
  isBroken = false;
  await press(tab, 'Recent secrets', 'a');
  await see(tab, 'No recent secrets');
});

async function signIn(tab: Tab, url: string): Promise<void> {
  await open(tab, `${url}/signup`);
  await paste(tab, '#u', person.address);
  await paste(tab, '#p', person.password);
  await tab.press('//input[@name="agree"]');
  await press(tab, 'Create account');
  await at(tab, /^\/signin$/);
  await paste(tab, '#u', person.address);
  await paste(tab, '#p', person.password);
  await press(tab, 'Sign in');
  await at(tab, /^\/dashboard$/);
}
