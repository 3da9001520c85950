import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { globalsOn } from '../../support/page-globals.ts';
import { customerOf } from '../accounts/people.ts';

const eu = { identifier: 'EU', display_name: 'European Union', domain: 'eu.hush.example.org', icon: 'flag' };
const us = { identifier: 'US', display_name: 'United States', domain: 'us.hush.example.org', icon: 'globe' };

/** What the dashboard of a customer begins with, on a site with these settings. */
async function globalsOf(env: Readonly<Record<string, string>>) {
  const visitor = await customerOf(createTestApp({ after }, { hasLightPassphrases: true, env }));
  const { text } = await visitor.open('/dashboard');
  const { regions_enabled: isEnabled, jurisdictions } = globalsOn(text);
  return { isEnabled, jurisdictions };
}

const listed = { HUSHLINK_REGIONS_JURISDICTIONS: JSON.stringify([eu, us]) };

test('a page begins with whether there are regions and which, this one first [API-36 REG-04]', async () => {
  const env = { ...listed, HUSHLINK_REGIONS_ENABLED: 'true', HUSHLINK_REGIONS_CURRENT: 'US' };
  assert.deepEqual(await globalsOf(env), { isEnabled: true, jurisdictions: [us, eu] });
});

test('with regions off a page knows of this one at most, and of none where none is listed [REG-06]', async () => {
  assert.deepEqual(await globalsOf(listed), { isEnabled: false, jurisdictions: [eu] });
  const inUs = { ...listed, HUSHLINK_REGIONS_CURRENT: 'US' };
  assert.deepEqual(await globalsOf(inUs), { isEnabled: false, jurisdictions: [us] });
  assert.deepEqual(await globalsOf({}), { isEnabled: false, jurisdictions: [] });
});
