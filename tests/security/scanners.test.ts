import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { contentOf, jsonOf, type Shared } from '../durability/client.ts';
import { openFrontDoor } from './front-door.ts';
import { CRAWLERS, pathsOf, scan } from './scan.ts';
import { rowsOfSqlite } from './store-state.ts';

const site = await openFrontDoor({ after });
const { client } = site;

test('no method but a confirmed POST, no prefetch and no crawler changes a byte of a waiting secret [REV-05]', async () => {
  assert.ok(CRAWLERS.length >= 30);
  for (const fields of [{}, { passphrase: 'open sesame' }]) {
    const keys = await client.share('not for machines', fields);
    const before = rowsOfSqlite(site.folder);
    await scan(client, keys, 'for machines');
    assert.deepEqual(rowsOfSqlite(site.folder), before);
    const { record } = jsonOf(await client.ask(`/api/v2/private/${keys.metadataKey}`));
    assert.equal(record.state, 'new');
    assert.equal(contentOf(await client.reveal(keys.secretKey, fields)), 'not for machines');
  }
});

test('a POST that does not confirm, as a crawler fills in forms, consumes nothing [REV-05]', async () => {
  const keys = await client.share('still not for machines');
  const before = rowsOfSqlite(site.folder);
  for (const body of ['', 'continue=', 'continue=false', 'passphrase=guess', '{}', '{"continue":null}']) {
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
    for (const path of [...pathsOf(keys), `/api/v2/secret/${keys.secretKey}/burn`]) {
      const { status } = await client.ask(path, { method: 'POST', headers: { 'Content-Type': type }, body });
      assert.ok([200, 422].includes(status), `${status} for ${body} at ${path}`);
    }
  }
  assert.deepEqual(rowsOfSqlite(site.folder), before);
});

test('looking at a page or asking after the health writes no row: no session, no visit', async () => {
  const keys = await client.share('looked at');
  const before = rowsOfSqlite(site.folder);
  const views = [
    '/',
    '/nowhere',
    '/livez',
    '/readyz',
    '/api/v2/status',
    '/api/v2/version',
    '/api/v2/supported-locales',
  ];
  const gone = ['/secret/0', `/secret/${'0'.repeat(31)}`, `/api/v2/secret/${'0'.repeat(31)}/status`];
  for (const path of [...views, ...gone, ...pathsOf(keys), ...senderPaths(keys)]) {
    for (const headers of [{}, { Cookie: 'sess=guess; visit=AAAAAAAAAAAAAAAAAAAAAA; locale=en' }]) {
      await client.ask(path, { headers });
    }
  }
  assert.deepEqual(rowsOfSqlite(site.folder), before);
});

test('a reveal, and a note that somebody is there, do change the row: the comparison sees it', async () => {
  const { secretKey } = await client.share('seen');
  const fresh = rowsOfSqlite(site.folder);
  await client.post(`/secret/${secretKey}/seen`);
  const seen = rowsOfSqlite(site.folder);
  assert.notDeepEqual(seen, fresh);
  await client.reveal(secretKey);
  assert.notDeepEqual(rowsOfSqlite(site.folder), seen);
});

function senderPaths({ metadataKey }: Shared): string[] {
  return [`/private/${metadataKey}`, `/private/${metadataKey}/burn`, `/api/v2/private/${metadataKey}`];
}
