import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { securityTxt } from '#src/features/pages/security-txt.ts';
import { createTestApp } from '../../support/app.ts';
import { LEGAL } from '../../support/legal.ts';
import { openDomainSite, prove, SITE_HOST, under } from '../domains/stage.ts';

const PATH = '/.well-known/security.txt';
const env = { ...LEGAL, HUSHLINK_SITE_HOST: 'hush.example.org' };
const site = createTestApp({ after }, { env });
const get = (host = 'hush.example.org') => supertest(site.app).get(PATH).set('Host', host);

/** By the grammar of RFC 9116: fields of a name and a value, each on its line. */
function fieldsOf(text: string): ReadonlyMap<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = /^([\x21-\x39\x3b-\x7e]+): (\S.*)$/.exec(line) ?? [];
    assert.notEqual(name, '', line);
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  assert.ok(text.endsWith('\n'));
  return fields;
}

test('security.txt follows RFC 9116: a contact, an end within a year, languages, where it stands and the policy', async () => {
  const { status, headers, text } = await get();
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
  const fields = fieldsOf(text);
  assert.deepEqual(fields.get('Contact'), ['mailto:security@example.org']);
  assert.deepEqual(fields.get('Preferred-Languages'), ['en']);
  assert.deepEqual(fields.get('Canonical'), ['https://hush.example.org/.well-known/security.txt']);
  assert.deepEqual(fields.get('Policy'), ['https://hush.example.org/info/security']);
  const [expires = '', ...more] = fields.get('Expires') ?? [];
  assert.deepEqual(more, []);
  assert.match(expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const days = (Date.parse(expires) - site.clock.now()) / 86_400_000;
  assert.ok(days > 150 && days < 365, `${days}`);
});

test('where reports are read in more than one language they stand behind each other', () => {
  const site = { address: 'a@example.org', origin: 'https://hush.example.org', languages: ['en', 'de'] };
  assert.deepEqual(fieldsOf(securityTxt(site, 0)).get('Preferred-Languages'), ['en, de']);
});

test('security.txt is the same all day, and never over', async () => {
  site.clock.set(Date.UTC(2030, 0, 15));
  const { text } = await get();
  site.clock.set(Date.UTC(2030, 0, 15, 23, 59, 59, 999));
  assert.equal((await get()).text, text);
  site.clock.set(Date.UTC(2031, 5, 1));
  assert.ok(Date.parse(fieldsOf((await get()).text).get('Expires')?.[0] ?? '') > site.clock.now());
});

test('an address beyond ASCII, or with signs of its own, stands in the contact as an address of the web', async (t) => {
  const { app } = createTestApp(t, { env: { ...env, HUSHLINK_LEGAL_SECURITY_ADDRESS: "o'hara+sec%x@example.org" } });
  const { text } = await supertest(app).get(PATH).set('Host', 'hush.example.org');
  assert.deepEqual(fieldsOf(text).get('Contact'), ["mailto:o'hara%2Bsec%25x@example.org"]);
});

test('without an address, a host, https or such pages there is no security.txt, and nobody gets a cookie for asking', async (t) => {
  const { HUSHLINK_LEGAL_SECURITY_ADDRESS: _, ...noAddress } = env;
  const { HUSHLINK_SITE_HOST: __, ...noHost } = env;
  const sites = [
    [noAddress, 'hush.example.org'],
    [noHost, 'localhost:3000'],
    [{ ...env, HUSHLINK_SITE_SCHEME: 'http' }, 'hush.example.org'],
    [{ ...env, HUSHLINK_LEGAL_ENABLED: 'false' }, 'hush.example.org'],
  ] as const;
  for (const [environment, host] of sites) {
    const { app } = createTestApp(t, { env: environment });
    const { status, headers } = await supertest(app).get(PATH).set('Host', host);
    assert.deepEqual([status, headers['set-cookie']], [404, undefined]);
  }
  assert.equal((await get()).headers['set-cookie'], undefined);
});

const ROBOTS = '/robots.txt';

/** Whether a crawler that keeps to RFC 9309 stays away: the longest rule that fits wins. */
function isAllowed(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, pattern = '']) => ({
    isAllowed: kind === 'Allow',
    length: pattern.length,
    fits: pattern.endsWith('$') ? path === pattern.slice(0, -1) : path.startsWith(pattern),
  }));
  const [longest] = rules.filter(({ fits }) => fits).sort((a, b) => b.length - a.length);
  return longest?.isAllowed ?? true;
}

test('robots.txt keeps crawlers off secrets and what is private, and lets them to what is for everybody', async () => {
  const { status, headers, text } = await supertest(site.app).get(ROBOTS).set('Host', 'hush.example.org');
  assert.deepEqual(
    [status, headers['content-type'], headers['set-cookie']],
    [200, 'text/plain; charset=utf-8', undefined],
  );
  assert.match(text, /^User-agent: \*\n/);
  const closed = [
    ...['/secret/abc', '/private/abc/burn', '/api/v2/status', '/account', '/account/domains', '/dashboard', '/recent'],
    ...['/colonel/', '/forgot/abc', '/logout', '/incoming', '/plans/identity/month', '/signin?redirect=/x'],
    ...['/signup/identity', '/signup?plan=identity', '/feedback'],
  ];
  for (const path of closed) assert.ok(!isAllowed(text, path), path);
  const open = [
    '/',
    '/info/terms',
    '/info/security',
    '/pricing',
    '/translations',
    '/signin',
    '/signup',
    '/static/x.css',
  ];
  for (const path of open) assert.ok(isAllowed(text, path), path);
});

test('on a custom domain crawlers may see its home where it is on, nothing else, and there is no security.txt', async (t) => {
  const domains = await openDomainSite(t, { env: LEGAL });
  await prove(domains, 'open.example.com', { hasHome: true });
  await prove(domains, 'closed.example.com');
  const robotsOf = async (host: string) => String((await under(domains, host).ask(ROBOTS)).body);
  const open = await robotsOf('open.example.com');
  assert.deepEqual(
    ['/', '/static/x.css', '/brand/x.css', '/secret/abc', '/private/abc', '/info/terms'].map((path) =>
      isAllowed(open, path),
    ),
    [true, true, true, false, false, false],
  );
  assert.equal(isAllowed(await robotsOf('closed.example.com'), '/'), false);
  assert.equal((await under(domains, 'open.example.com').ask(PATH)).status, 404);
  assert.equal((await under(domains, 'open.example.com').ask('/info/terms')).status, 404);
  const described = [SITE_HOST, 'open.example.com'].map((host) => under(domains, host).ask('/api/openapi.json'));
  assert.deepEqual(
    (await Promise.all(described)).map(({ status }) => status),
    [200, 404],
  );
  assert.equal((await under(domains, SITE_HOST).ask(PATH)).status, 200);
  const home = await under(domains, 'open.example.com').ask('/');
  assert.doesNotMatch(String(home.body), /\/info\/|foot__links/);
});

test('where not everybody may share, crawlers keep off the home of a custom domain too', async (t) => {
  const limits = [{ HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in' }, { HUSHLINK_SECRETS_CREATE_NETWORKS: '10.0.0.0/8' }];
  for (const env of limits) {
    const domains = await openDomainSite(t, { env: { ...LEGAL, ...env } });
    await prove(domains, 'open.example.com', { hasHome: true });
    assert.equal(isAllowed(String((await under(domains, 'open.example.com').ask(ROBOTS)).body), '/'), false);
  }
});
