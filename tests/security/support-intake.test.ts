import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '#src/store/store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { Ask } from '../durability/client.ts';
import { mailSettings } from '../support/app.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { namesForger } from './forgeries.ts';
import { noting } from './noting.ts';
import { expectProtected } from './protections.ts';
import type { Provoked } from './provoked.ts';
import { ENGINES, openForm, openSite, type SiteOptions } from './stores.ts';

const HOST = 'hush.example';
const PATH = '/incoming';
const right = { kind: 'share', secret: 'x', ticketno: '7' };
const forgeries: readonly Record<string, string>[] = [
  {},
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '192.0.2.66' },
  { Forwarded: 'for=1.2.3.4;host=evil.example;proto=http', 'X-Host': 'evil.example' },
  { 'X-Original-URL': '//evil.example/', Referer: 'https://evil.example/', Origin: 'https://evil.example' },
];

async function openSupportSite(t: Cleanup, engine: 'SQLite' | 'Redis', options: SiteOptions = {}) {
  const mailbox = await startSmtpServer();
  t.after(() => mailbox.stop());
  const own = { HUSHLINK_SITE_HOST: HOST, HUSHLINK_INCOMING_RECIPIENT: 'support@example.org' };
  const env = { ...mailSettings(mailbox), ...own, ...options.env };
  const site = await openSite(t, engine, { host: HOST, mailServer: mailbox, ...options, env });
  return { ...site, mailbox };
}

test('every answer of the support form carries every protection, whatever its status', async (t) => {
  let isAway = false;
  const site = await openSupportSite(t, 'SQLite', { around: (store) => awayWhile(store, () => isAway) });
  const provoked: Provoked[] = [];
  const knock = async (ask: Ask) => {
    const answer = await site.client.ask(PATH, ask);
    provoked.push({ ...answer, label: `${ask.method ?? 'GET'} ${answer.status}` });
  };
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) await knock({ method });
  await knock({ headers: { Host: 'evil.example' } });
  await knock({ method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: '<a/>' });
  await knock({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"' });
  await knock({ method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' }, body: right });
  const form = await openForm(site.client, PATH);
  const send = async (fields: object) => {
    const answer = await form.post(PATH, { ...right, ...fields });
    provoked.push({ ...answer, label: `POST ${answer.status}` });
  };
  isAway = true;
  await send({});
  isAway = false;
  await send({ secret: 'x'.repeat(10_001) });
  for (let sent = 0; sent < 11; sent += 1) await send({});
  const statuses = [...new Set(provoked.map(({ status }) => status))].sort();
  assert.deepEqual(statuses, [200, 204, 303, 400, 405, 413, 415, 421, 422, 429, 503]);
  expectProtected(provoked);
});

test('no page, redirect or mail of the support form takes a host from a request', async (t) => {
  const site = await openSupportSite(t, 'SQLite');
  for (const headers of forgeries) {
    const form = await openForm(site.client, PATH);
    const answers = [
      await site.client.ask(PATH, { headers }),
      await form.post(PATH, { ...right, secret: '' }, headers),
      await form.post(PATH, right, headers),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 422, 303],
    );
    for (const answer of answers) assert.ok(!namesForger(`${JSON.stringify(answer.headers)}${answer.body}`));
  }
  await site.mail.postman.deliverDue();
  assert.equal(site.mailbox.mails.length, forgeries.length);
  for (const { raw, parsed } of site.mailbox.mails) {
    assert.ok(!namesForger(raw), raw);
    const links = `${parsed.text} ${parsed.html}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
    assert.ok(links.length > 0);
    for (const link of links) assert.equal(new URL(link).origin, `https://${HOST}`, link);
  }
});

for (const engine of ENGINES) {
  test(`${engine}: looking at the form writes nothing, and sending it gets through once for each place`, async (t) => {
    const written: string[] = [];
    const env = { HUSHLINK_INCOMING_PER_HOUR: '3' };
    const site = await openSupportSite(t, engine, { env, around: (store) => noting(store, written) });
    for (const path of [PATH, `${PATH}?notice=sent`, `${PATH}?secret=x&ticketno=7`]) {
      for (const method of ['GET', 'HEAD']) await site.client.ask(path, { method });
    }
    assert.deepEqual(written, []);
    const form = await openForm(site.client, PATH);
    const answers = await Promise.all(Array.from({ length: 20 }, () => form.post(PATH, right)));
    assert.equal(answers.filter(({ status }) => status === 303).length, 3);
    assert.deepEqual([...new Set(written)].sort(), ['outbox.put', 'places.take', 'secrets.put']);
    await site.mail.postman.deliverDue();
    assert.equal(site.mailbox.mails.length, 3);
  });
}

function awayWhile(store: Store, isAway: () => boolean): Store {
  const take: Store['places']['take'] = async (...place) => {
    if (isAway()) throw new StoreUnavailable('away');
    return store.places.take(...place);
  };
  return { ...store, places: { take } };
}
