import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Shared } from '../durability/client.ts';
import { noting } from './noting.ts';
import { stateOf } from './store-state.ts';
import { ENGINES, openForm, openSite, PASSWORD, type Site, signUp } from './stores.ts';

const VIEWS = 10_000;

/** How programs introduce themselves that fetch whatever they find, and people's browsers. */
const agents: readonly string[] = [
  ...['Googlebot/2.1', 'bingbot/2.0', 'DuckDuckBot/1.1', 'YandexBot/3.0', 'Baiduspider/2.0', 'Applebot/0.1'],
  ...['GPTBot/1.2', 'ClaudeBot/1.0', 'CCBot/2.0', 'AhrefsBot/7.0', 'SemrushBot/7', 'MJ12bot/1.4', 'PetalBot', 'dotbot'],
  ...['Slackbot-LinkExpanding 1.0', 'Twitterbot/1.0', 'facebookexternalhit/1.1', 'Discordbot/2.0', 'WhatsApp/2.23'],
  ...['UptimeRobot/2.0', 'Pingdom.com_bot', 'kube-probe/1.30', 'Prometheus/2.53', 'curl/8.5.0', 'Wget/1.21'],
  ...['python-requests/2.31', 'Go-http-client/2.0', 'Nikto/2.5', 'sqlmap/1.8', 'Mozilla/5.0 (X11; Linux x86_64)', ''],
];

const visitor = 'visit=AAAAAAAAAAAAAAAAAAAAAA';

/** What visitors carry: nothing, leavings, forgeries, and a session that is long gone. */
function cookiesFor(site: Site): readonly (string | null)[] {
  const key = site.seal.signingKeys('session')[0].toString('base64url');
  const signed = (id: string) => {
    const mac = createHmac('sha256', key).update(id).digest('base64').replace(/=+$/, '');
    return `sess=${encodeURIComponent(`s:${id}.${mac}`)}`;
  };
  return [
    ...[null, visitor, 'sess=', 'sess=guess', `sess=s%3Aguess.guess; ${visitor}`, 'visit=; locale=../../x; sess="'],
    ...[signed('no-such-session'), signed('__proto__'), `${signed('gone')}; locale=en`, 'a=b; =; ;;; c'],
  ];
}

/** Every address that anybody may open, and some that nobody has. */
function pathsOf({ secretKey, metadataKey }: Shared): readonly string[] {
  const none = '0'.repeat(31);
  const pages = [
    '/',
    '/signin',
    '/signup',
    '/signup/basic',
    '/forgot',
    `/forgot/${none}`,
    '/feedback',
    '/feedback?sent=1',
  ];
  const customers = ['/dashboard', '/recent', '/account', '/account/settings', '/colonel', '/account/password'];
  const secrets = [secretKey, none].flatMap((key) => [`/secret/${key}`, `/secret/${key}/burn`]);
  const sender = [metadataKey, none].flatMap((key) => [`/private/${key}`, `/private/${key}/burn`]);
  const facts = [
    '/status',
    '/version',
    '/supported-locales',
    '/authcheck',
    '/account',
    '/colonel',
    '/altcha/challenge',
  ];
  const records = [`/secret/${secretKey}`, `/secret/${secretKey}/status`, `/private/${metadataKey}`, '/private/recent'];
  const odd = [
    '/nowhere',
    '/.env',
    '/wp-login.php',
    '/static/favicon.svg',
    '/%00',
    '/secret/%zz',
    '/?locale=xx',
    '/signin?redirect=//x',
  ];
  const probes = ['/livez', '/readyz', '/robots.txt', '/favicon.ico'];
  return [
    ...pages,
    ...customers,
    ...secrets,
    ...sender,
    ...odd,
    ...probes,
    ...[...facts, ...records].map((path) => `/api/v2${path}`),
  ];
}

for (const engine of ENGINES) {
  test(`${engine}: ten thousand views, probes and crawlers leave the store as it is: no row, no key, no write`, async (t) => {
    const written: string[] = [];
    const site = await openSite(t, engine, { sockets: 16, around: (store) => noting(store, written) });
    await signUp(site.client, 'somebody@example.org');
    const paths = pathsOf(await site.client.share('looked at'));
    const cookies = cookiesFor(site);
    // What is counted of the secret is written a little later, or before it is read.
    await site.store.colonel.secrets(Date.now());
    const before = await stateOf(site);
    written.length = 0;
    const statuses = new Set<number>();
    await inLanes(VIEWS, 16, async (at) => {
      const cookie = cookies[Math.floor(at / paths.length) % cookies.length] ?? null;
      const { status } = await site.client.ask(paths[at % paths.length] as string, {
        method: Math.floor(at / 7) % 4 === 0 ? 'HEAD' : 'GET',
        headers: { 'User-Agent': agents[at % agents.length] as string, ...(cookie !== null && { Cookie: cookie }) },
      });
      statuses.add(status);
      assert.ok(status < 500, `${paths[at % paths.length]} ${status}`);
    });
    assert.deepEqual(await stateOf(site), before);
    assert.deepEqual([...written], []);
    for (const status of [200, 303, 400, 401, 404]) assert.ok(statuses.has(status), `${status} in ${[...statuses]}`);
    // What does write is seen.
    const form = await openForm(site.client, '/signin');
    await form.post('/signin', { u: 'somebody@example.org', p: PASSWORD });
    assert.notDeepEqual(await stateOf(site), before);
    assert.ok(written.includes('attempts.begin'));
  });
}

/** Runs `count` tasks, so many at a time. */
async function inLanes(count: number, lanes: number, run: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let at = next++; at < count; at = next++) await run(at);
  };
  await Promise.all(Array.from({ length: lanes }, work));
}
