import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { contentOf, jsonOf, type Shared } from '../durability/client.ts';
import { openFrontDoor } from './front-door.ts';

const site = await openFrontDoor({ after });
const { client } = site;

const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE'];
const prefetches: readonly Record<string, string>[] = [
  { Purpose: 'prefetch' },
  { 'Sec-Purpose': 'prefetch' },
  { 'Sec-Purpose': 'prefetch;prerender' },
  { 'X-Moz': 'prefetch' },
  { 'X-Purpose': 'preview' },
];

/** How programs introduce themselves that open links on their own: chats, mail gateways, search, monitors. */
const crawlers: readonly string[] = [
  ...['Slackbot-LinkExpanding 1.0', 'Slack-ImgProxy', 'TelegramBot (like TwitterBot)', 'WhatsApp/2.23.20.0'],
  ...['facebookexternalhit/1.1', 'Facebot', 'Twitterbot/1.0', 'LinkedInBot/1.0', 'Discordbot/2.0', 'SkypeUriPreview'],
  ...['Microsoft-Teams-LinkPreview', 'Mattermost-Bot/1.1', 'Rocket.Chat', 'Signal-Android/7.0', 'Viber/20.0'],
  ...['BarracudaCentral', 'Proofpoint URL Defense', 'Mimecast-URL-Protect', 'SafeLinks-Scanner', 'Trend-Micro-Scan'],
  ...['Googlebot/2.1', 'bingbot/2.0', 'DuckDuckBot/1.1', 'YandexBot/3.0', 'Baiduspider/2.0', 'Applebot/0.1'],
  ...['curl/8.5.0', 'Wget/1.21', 'python-requests/2.31', 'Mozilla/5.0 HeadlessChrome/125.0', 'Iframely/1.3', ''],
];

test('no method but a confirmed POST, no prefetch and no crawler changes a byte of a waiting secret [REV-05]', async () => {
  assert.ok(crawlers.length >= 30);
  for (const fields of [{}, { passphrase: 'open sesame' }]) {
    const keys = await client.share('not for machines', fields);
    const before = readTables();
    for (const path of pathsOf(keys)) {
      for (const method of methods) await knock(path, method);
      for (const headers of [...prefetches, ...crawlers.map((name) => ({ 'User-Agent': name }))]) {
        for (const method of ['GET', 'HEAD']) await knock(path, method, headers);
      }
    }
    assert.deepEqual(readTables(), before);
    const { record } = jsonOf(await client.ask(`/api/v2/private/${keys.metadataKey}`));
    assert.equal(record.state, 'new');
    assert.equal(contentOf(await client.reveal(keys.secretKey, fields)), 'not for machines');
  }
});

test('a POST that does not confirm, as a crawler fills in forms, consumes nothing [REV-05]', async () => {
  const keys = await client.share('still not for machines');
  const before = readTables();
  for (const body of ['', 'continue=', 'continue=false', 'passphrase=guess', '{}', '{"continue":null}']) {
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
    for (const path of [...pathsOf(keys), `/api/v2/secret/${keys.secretKey}/burn`]) {
      const { status } = await client.ask(path, { method: 'POST', headers: { 'Content-Type': type }, body });
      assert.ok([200, 422].includes(status), `${status} for ${body} at ${path}`);
    }
  }
  assert.deepEqual(readTables(), before);
});

test('looking at a page or asking after the health writes no row: no session, no visit', async () => {
  const keys = await client.share('looked at');
  const before = readTables();
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
  assert.deepEqual(readTables(), before);
});

test('a reveal, and a note that somebody is there, do change the row: the comparison sees it', async () => {
  const { secretKey } = await client.share('seen');
  const fresh = readTables();
  await client.post(`/secret/${secretKey}/seen`);
  const seen = readTables();
  assert.notDeepEqual(seen, fresh);
  await client.reveal(secretKey);
  assert.notDeepEqual(readTables(), seen);
});

async function knock(path: string, method: string, headers: Record<string, string> = {}): Promise<void> {
  const { status, body } = await client.ask(path, { method, headers });
  assert.ok(status < 500, `${method} ${path}: ${status}`);
  assert.ok(!body.includes('for machines'), `${method} ${path} shows the content`);
}

function pathsOf({ secretKey }: Shared): string[] {
  const query = '?continue=true';
  const paths = [`/secret/${secretKey}`, `/api/v2/secret/${secretKey}`, `/secret/${secretKey}/burn`];
  return [...paths, ...paths.map((path) => path + query)];
}

function senderPaths({ metadataKey }: Shared): string[] {
  return [`/private/${metadataKey}`, `/private/${metadataKey}/burn`, `/api/v2/private/${metadataKey}`];
}

/** Every row of every table, byte for byte. */
function readTables(): Record<string, unknown> {
  const database = new DatabaseSync(join(site.folder, 'hushlink.db'), { readOnly: true });
  try {
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(
      names.map(({ name }) => [String(name), database.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all()]),
    );
  } finally {
    database.close();
  }
}
