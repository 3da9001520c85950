import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { cookiesSet, openForm, openSite, PASSWORD, signedIn, signUp } from './stores.ts';

const site = await openSite({ after }, 'SQLite');
const { client } = site;

const mark = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';

test('what is longer than any password can be is wrong, whatever it begins with', async () => {
  const password = 'p7 '.repeat(333);
  await signUp(client, 'thousand@example.org', password);
  assert.ok(await signedIn(client, 'thousand@example.org', '/account', password));
  const sign = await openForm(client, '/signin');
  for (const longer of [`${password}${'x'.repeat(4000)}`, 'x'.repeat(900_000)]) {
    assert.equal((await sign.post('/signin', { u: 'thousand@example.org', p: longer })).status, 422);
  }
});

test('a field that came twice, nested, as a number or as null is as good as empty, and never an error of ours', async () => {
  await signUp(client, 'twice@example.org');
  const sign = await openForm(client, '/signin');
  const form = { Cookie: sign.cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
  const bodies = [
    `u=twice@example.org&u=twice@example.org&p=${encodeURIComponent(PASSWORD)}`,
    `u[]=twice@example.org&p=${encodeURIComponent(PASSWORD)}`,
    `u[a]=twice@example.org&p=${encodeURIComponent(PASSWORD)}`,
    'u=twice@example.org&p[0]=x&p[1]=y',
    'u=twice@example.org&p[length]=3',
    'p=x',
    '',
  ];
  for (const body of bodies) {
    for (const path of ['/signin', '/signup', '/forgot', '/feedback', '/settings']) {
      const shrimp = encodeURIComponent(sign.shrimp);
      const answer = await client.ask(path, { method: 'POST', headers: form, body: `${body}&shrimp=${shrimp}` });
      assert.ok([303, 422].includes(answer.status), `${path} ${body}: ${answer.status}`);
      assert.equal(
        cookiesSet(answer).some((pair) => pair.startsWith('sess=')),
        false,
        body,
      );
    }
  }
  for (const odd of [null, 7, true, [], {}, ['twice@example.org'], { toString: 'x' }]) {
    for (const path of ['/signin', '/signup', '/forgot', '/feedback']) {
      const { status } = await client.ask(path, {
        method: 'POST',
        headers: { Cookie: sign.cookie },
        body: { shrimp: sign.shrimp, u: odd, p: odd, agree: odd, skill: odd, msg: odd, email: odd, redirect: odd },
      });
      assert.ok([303, 422].includes(status), `${path} ${JSON.stringify(odd)}: ${status}`);
    }
  }
});

test('a body that reaches for prototypes changes nothing but the answer to itself', async () => {
  await signUp(client, 'proto@example.org');
  const account = await signedIn(client, 'proto@example.org');
  const reach = { isColonel: true, role: 'colonel', isVerified: true, shrimp: account.shrimp, authorized: true };
  const json = JSON.stringify({ a: 1 }).replace(
    '"a":1',
    `"__proto__":${JSON.stringify(reach)},"constructor":{"prototype":${JSON.stringify(reach)}}`,
  );
  for (const path of ['/account/update-locale', '/account/change-password', '/feedback', '/secret/conceal']) {
    const headers = { Cookie: account.cookie, 'Content-Type': 'application/json', 'O-Shrimp': account.shrimp };
    const { status } = await client.ask(`/api/v2${path}`, { method: 'POST', headers, body: json });
    assert.equal(status, 422, path);
  }
  const form = '__proto__[role]=colonel&constructor[prototype][role]=colonel&__proto__.role=colonel';
  const urlencoded = { Cookie: account.cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
  await client.ask('/settings', { method: 'POST', headers: urlencoded, body: form });
  assert.equal(({} as Record<string, unknown>).role, undefined);
  assert.equal(({} as Record<string, unknown>).isColonel, undefined);
  const customer = await site.store.accounts.find('proto@example.org' as CustId);
  assert.equal(customer?.role, 'customer');
  const { status } = await client.ask('/api/v2/colonel', { headers: { Cookie: account.cookie } });
  assert.equal(status, 404);
});

test('one person has one account, however the address is written; what only looks alike is another or none', async () => {
  await signUp(client, 'Ann.Example@Example.ORG');
  for (const same of ['ann.example@example.org', ' ANN.EXAMPLE@EXAMPLE.ORG ', '\u00a0Ann.example@example.org\n']) {
    assert.ok(await signedIn(client, same), same);
  }
  const names = [
    ['\u212aim@example.org', 'kim@example.org'],
    ['ame\u0301lie@example.org', 'am\u00e9lie@example.org'],
    ['STRASSE@example.org', 'strasse@example.org'],
  ] as const;
  for (const [typed, kept] of names) {
    await signUp(client, typed);
    assert.equal((await site.store.accounts.find(kept as CustId))?.custid, kept, typed);
    assert.ok(await signedIn(client, kept), kept);
  }
  for (const [first, other] of [
    ['stra\u00dfe@example.org', 'strasse@example.org'],
    ['\u0130da@example.org', 'ida@example.org'],
    ['\uff41nn@example.org', 'ann@example.org'],
    ['\u0430nn.example@example.org', 'ann.example@example.org'],
  ] as const) {
    const sign = await openForm(client, '/signin');
    assert.equal((await sign.post('/signin', { u: first, p: PASSWORD })).status, 422, `${first} is not ${other}`);
  }
});

test('what is no address names nobody: no control, invisible or half character, no second address', async () => {
  const form = await openForm(client, '/signup');
  const before = await site.store.accounts.count();
  const bad = [
    ...[
      'ann\u0000@example.org',
      'ann@example.org\u0000',
      'ann\r\nBcc: evil@example.org@example.org',
      'a\tb@example.org',
    ],
    ...[
      'ann@example.org\r\nBcc: evil@example.org',
      'ann@example.org, evil@example.org',
      'ann@example.org;evil@example.org',
    ],
    ...[
      'Ann <ann@example.org>',
      '"ann"@example.org',
      'ann@exam ple.org',
      'ann\uff20example.org',
      'ann@',
      '@example.org',
    ],
    ...[
      'a\u202enna@example.org',
      'a\u200bnn@example.org',
      'a\u00adnn@example.org',
      'ann\u2028@example.org',
      'ann@a..b',
    ],
    ...[`${'a'.repeat(65)}@example.org`, `a@${'b'.repeat(255)}`, 'ann@example.org.', '<b>@example.org', 'ann@-'],
  ];
  for (const address of bad) {
    assert.equal((await form.post('/signup', { u: address, p: PASSWORD, agree: 'on' })).status, 422, address);
  }
  for (const half of ['a\ud800@example.org', 'a\udfff@example.org']) {
    const body = { shrimp: form.shrimp, u: half, p: PASSWORD, agree: true };
    const { status } = await client.ask('/signup', { method: 'POST', headers: { Cookie: form.cookie }, body });
    assert.equal(status, 422, JSON.stringify(half));
  }
  assert.equal(await site.store.accounts.count(), before);
});

test('markup that somebody types comes back as text, wherever it is shown', async () => {
  const evil = "ann'&`x={@example.org";
  await signUp(client, evil);
  const account = await signedIn(client, evil, '/dashboard');
  const sign = await openForm(client, '/signin');
  const pages = [
    account.page,
    await client.ask('/account', { headers: { Cookie: account.cookie } }),
    await client.ask('/recent', { headers: { Cookie: account.cookie } }),
    await sign.post('/signin', { u: mark, p: mark, redirect: `/${mark}` }),
    await sign.post('/signup', { u: mark, p: mark }),
    await sign.post('/forgot', { u: mark }),
    await sign.post('/feedback', { msg: '', email: mark }),
    await sign.post('/feedback', { msg: mark, email: mark, authenticity_payload: mark }),
    await sign.post('/settings', { locale: mark, redirect: mark }),
    await account.post('/dashboard', { kind: 'share', secret: mark, recipient: mark, ttl: '1' }),
    await client.ask(`/signin?${new URLSearchParams({ redirect: `/${mark}`, notice: mark, locale: mark })}`),
    await client.ask(`/${encodeURIComponent(mark)}?locale=${encodeURIComponent(mark)}`),
  ];
  for (const { status, body } of pages) {
    assert.ok([200, 404, 422].includes(status), String(status));
    assert.doesNotMatch(body.toString(), /<script>alert|<img src=x/);
  }
  assert.ok(pages.some(({ body }) => body.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;')));
  assert.ok(pages.slice(0, 3).some(({ body }) => body.includes('ann&#x27;&amp;`x={@example.org')));
});

test('feedback with markup reaches the colonel as text, and the page data it stands in cannot be left', async () => {
  await signUp(client, 'colonel@example.org');
  await site.store.accounts.setRole('colonel@example.org' as CustId, 'colonel');
  await signUp(client, 'writer@example.org');
  const writer = await signedIn(client, 'writer@example.org', '/feedback');
  const closing = `${mark}</script><!--<script>\u2028]]>`;
  assert.equal((await writer.post('/feedback', { msg: closing })).status, 303);
  const colonel = await signedIn(client, 'colonel@example.org', '/colonel');
  const html = colonel.page.body.toString();
  assert.ok(html.includes('onerror=alert(1)'), 'the feedback is shown');
  assert.doesNotMatch(html, /<script>alert|<img src=x|<!--<script/);
});
