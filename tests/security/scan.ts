import assert from 'node:assert/strict';
import type { Client, Shared } from '../durability/client.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE'];
export const PREFETCHES: readonly Record<string, string>[] = [
  { Purpose: 'prefetch' },
  { 'Sec-Purpose': 'prefetch' },
  { 'Sec-Purpose': 'prefetch;prerender' },
  { 'X-Moz': 'prefetch' },
  { 'X-Purpose': 'preview' },
];

/** How programs introduce themselves that open links on their own: chats, mail gateways, search, monitors. */
export const CRAWLERS: readonly string[] = [
  ...['Slackbot-LinkExpanding 1.0', 'Slack-ImgProxy', 'TelegramBot (like TwitterBot)', 'WhatsApp/2.23.20.0'],
  ...['facebookexternalhit/1.1', 'Facebot', 'Twitterbot/1.0', 'LinkedInBot/1.0', 'Discordbot/2.0', 'SkypeUriPreview'],
  ...['Microsoft-Teams-LinkPreview', 'Mattermost-Bot/1.1', 'Rocket.Chat', 'Signal-Android/7.0', 'Viber/20.0'],
  ...['BarracudaCentral', 'Proofpoint URL Defense', 'Mimecast-URL-Protect', 'SafeLinks-Scanner', 'Trend-Micro-Scan'],
  ...['Googlebot/2.1', 'bingbot/2.0', 'DuckDuckBot/1.1', 'YandexBot/3.0', 'Baiduspider/2.0', 'Applebot/0.1'],
  ...['curl/8.5.0', 'Wget/1.21', 'python-requests/2.31', 'Mozilla/5.0 HeadlessChrome/125.0', 'Iframely/1.3', ''],
];

/** Every method, every crawler and every kind of prefetch at every address of a secret. `content` must not come back. */
export async function scan(client: Client, keys: Shared, content: string): Promise<void> {
  for (const path of pathsOf(keys)) {
    for (const method of METHODS) await knockUnnoticed(client, path, content, { method });
    for (const headers of [...PREFETCHES, ...CRAWLERS.map((name) => ({ 'User-Agent': name }))]) {
      for (const method of ['GET', 'HEAD']) await knockUnnoticed(client, path, content, { method, headers });
    }
  }
}

/** The same with all that each crawler may do, prefetching as it goes; the number of requests. */
export async function scanThoroughly(client: Client, keys: Shared, content: string): Promise<number> {
  let requests = 0;
  for (const path of pathsOf(keys)) {
    for (const name of CRAWLERS) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        for (const prefetch of [{}, ...PREFETCHES]) {
          await knockUnnoticed(client, path, content, { method, headers: { 'User-Agent': name, ...prefetch } });
          requests += 1;
        }
      }
    }
  }
  return requests;
}

interface Knock {
  readonly method: string;
  readonly headers?: Record<string, string>;
}

async function knockUnnoticed(client: Client, path: string, content: string, ask: Knock): Promise<void> {
  const { status, body } = await client.ask(path, ask);
  assert.ok(status < 500, `${ask.method} ${path}: ${status}`);
  assert.ok(!body.includes(content), `${ask.method} ${path} shows the content`);
}

/** Where a link leads, or may be thought to lead. */
export function pathsOf({ secretKey }: Shared): string[] {
  const query = '?continue=true';
  const paths = [`/secret/${secretKey}`, `/api/v2/secret/${secretKey}`, `/secret/${secretKey}/burn`];
  return [...paths, ...paths.map((path) => path + query)];
}
