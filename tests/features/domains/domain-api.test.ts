import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf } from '../../durability/client.ts';
import type { DnsRecord } from '../../support/dns-message.ts';
import { fromTable, startDnsResponder } from '../../support/dns-responder.ts';
import { addDomain, memberOf, openDomainSite, prove, SITE_HOST, tagOf } from './stage.ts';

const records: DnsRecord[] = [];
const dns = await startDnsResponder(
  { after },
  fromTable(() => records),
);
const site = await openDomainSite(
  { after },
  {
    env: {
      HUSHLINK_DOMAINS_RESOLVERS: dns.address,
      HUSHLINK_DOMAINS_PER_CUSTOMER: '3',
      HUSHLINK_DOMAINS_CLUSTER_HOST: 'edge.hush.example',
      HUSHLINK_DOMAINS_CLUSTER_NAME: 'eu',
      // Nothing is asked for a certificate.
      HUSHLINK_SITE_SCHEME: 'http',
    },
  },
);
const cluster = { cluster_ip: '192.0.2.1', cluster_host: 'edge.hush.example', cluster_name: 'eu' };
const nowSeconds = () => Math.floor(site.clock.now() / 1000);

interface Proof {
  readonly txt_validation_host: string;
  readonly base_domain: string;
  readonly txt_validation_value: string;
}

/** Writes the record that the instructions ask for. */
function writeProof({ txt_validation_host, base_domain, txt_validation_value }: Proof): void {
  records.push({ name: `${txt_validation_host}.${base_domain}`, type: 'TXT', data: txt_validation_value });
}

test('adding a domain answers its record, the cluster and the message [DOM-10 API-15 API-37 API-39]', async () => {
  const member = await memberOf(site);
  const answer = await member.call('/account/domains/add', { domain: ' Secrets.Example.COM. ' });
  assert.equal(answer.status, 200);
  const { success, custid, message, record, details, shrimp } = jsonOf(answer);
  assert.deepEqual([success, custid, message], [true, member.address, 'Domain added successfully.']);
  assert.deepEqual(details, { cluster, now: nowSeconds() });
  assert.ok(shrimp.length > 20);
  const { identifier, txt_validation_value, ...rest } = record;
  assert.match(identifier, /^[0-9a-f]{20}$/);
  assert.match(txt_validation_value, /^hushlink-verify=[0-9a-f]{32}$/);
  assert.deepEqual(rest, {
    ...{ display_domain: 'secrets.example.com', ascii_domain: 'secrets.example.com', verified: false, vhost: null },
    ...{ base_domain: 'example.com', trd: 'secrets', is_apex: false, txt_validation_host: '_hush-challenge.secrets' },
    ...{ created: nowSeconds(), updated: nowSeconds() },
    brand: { name: '', accent: '', before_reveal: '', after_reveal: '', home: false, logo_url: null },
  });
});

test('an apex has no part before its base, and its proof stands at the base itself [API-37]', async () => {
  const record = await addDomain(await memberOf(site), 'example.co.uk');
  assert.deepEqual(
    [record.base_domain, record.trd, record.is_apex, record.txt_validation_host],
    ['example.co.uk', '', true, '_hush-challenge'],
  );
});

test('people read U-labels, DNS gets A-labels, and a path takes either in any case [API-14 API-37]', async () => {
  const member = await memberOf(site);
  const record = await addDomain(member, 'Geheim.Bücher.example.com');
  assert.equal(record.display_domain, 'geheim.bücher.example.com');
  assert.deepEqual(
    [record.ascii_domain, record.base_domain, record.trd],
    ['geheim.xn--bcher-kva.example.com', 'example.com', 'geheim.xn--bcher-kva'],
  );
  for (const name of ['geheim.bücher.example.com', 'GEHEIM.BÜCHER.example.com', 'geheim.xn--bcher-kva.example.com']) {
    const answer = await member.read(`/account/domains/${encodeURIComponent(name)}`);
    assert.equal(answer.status, 200, name);
    assert.equal(jsonOf(answer).record.identifier, record.identifier);
    assert.deepEqual(jsonOf(answer).details, { cluster, now: nowSeconds() });
  }
});

test('what is no name for a customer is refused with its reason [DOM-12]', async () => {
  const member = await memberOf(site);
  const wrong = [
    '',
    ' ',
    'example',
    'co.uk',
    '192.0.2.7',
    '[::1]',
    '0x7f.1',
    'a b.com',
    'https://example.com',
    '*.example.com',
  ];
  for (const domain of [
    ...wrong,
    SITE_HOST,
    `sub.${SITE_HOST}`,
    'edge.hush.example',
    'x'.repeat(300),
    ['a.example'],
    null,
  ]) {
    const answer = await member.call('/account/domains/add', { domain });
    const { error_type, message, field } = jsonOf(answer);
    assert.deepEqual(
      [answer.status, error_type, message, field],
      [422, 'FormError', 'Not a valid domain address.', 'domain'],
      JSON.stringify(domain),
    );
  }
});

test('the list holds all of the customer and nobody else’s, verified first, with the cluster [DOM-01 API-13 API-39]', async () => {
  const [member, other] = [await memberOf(site), await memberOf(site)];
  await addDomain(other, 'other.example.net');
  await prove(site, 'first.example.net', { ownerTag: await tagOf(site, member.address) });
  site.clock.advance(1000);
  await addDomain(member, 'second.example.net');
  const { count, custid, records: listed, details } = jsonOf(await member.read('/account/domains'));
  assert.deepEqual([count, custid, details], [2, member.address, { cluster, now: nowSeconds() }]);
  assert.deepEqual(
    listed.map((one: { display_domain: string; verified: boolean }) => [one.display_domain, one.verified]),
    [
      ['first.example.net', true],
      ['second.example.net', false],
    ],
  );
});

test('verifying looks at once and says what it has seen [DOM-31 API-16 API-38]', async () => {
  const member = await memberOf(site);
  const record = await addDomain(member, 'proven.example.org');
  const verify = () => member.call('/account/domains/proven.example.org/verify', { domain: 'proven.example.org' });
  site.clock.advance(30_000);
  const missing = jsonOf(await verify());
  assert.equal(missing.message, 'Domain verification initiated successfully.');
  assert.deepEqual([missing.record.verified, missing.record.vhost.status], [false, 'UNPROVEN']);
  writeProof(record);
  records.push({ name: 'proven.example.org', type: 'CNAME', data: 'edge.hush.example' });
  records.push({ name: 'edge.hush.example', type: 'A', data: '192.0.2.1' });
  site.clock.advance(30_000);
  const { record: proven, details } = jsonOf(await verify());
  assert.deepEqual([proven.verified, details], [true, { cluster, now: nowSeconds() }]);
  site.clock.advance(120_000);
  const seenAt = site.clock.now() / 1000 - 120;
  const { record: later } = jsonOf(await member.read('/account/domains/proven.example.org'));
  assert.deepEqual(later.vhost, {
    ...{ status: 'ACTIVE', status_message: 'DNS points here', incoming_address: 'proven.example.org' },
    ...{ target_address: 'edge.hush.example', dns_pointed_at: '192.0.2.1', ssl_active_until: null, has_ssl: false },
    ...{ last_monitored_unix: seenAt, last_monitored_humanized: '2 minutes ago' },
  });
});

test('a check within 30 seconds of the last change is too early, and says when it is not [DOM-29]', async () => {
  const member = await memberOf(site);
  await addDomain(member, 'early.example.org');
  site.clock.advance(10_000);
  const early = await member.call('/account/domains/early.example.org/verify', {});
  assert.equal(early.status, 429);
  assert.equal(early.headers['retry-after'], '20');
  const { error_type, retry_after, message } = jsonOf(early);
  assert.deepEqual([error_type, retry_after], ['RateLimited', 20]);
  assert.match(message, /in 20 seconds/);
  site.clock.advance(20_000);
  assert.equal((await member.call('/account/domains/early.example.org/verify', {})).status, 200);
});

test('removing answers without a full stop, and the domain is gone [DOM-05 API-17]', async () => {
  const member = await memberOf(site);
  await addDomain(member, 'brief.example.org');
  const answer = await member.call('/account/domains/BRIEF.example.org/remove', {});
  assert.deepEqual([answer.status, jsonOf(answer).message], [200, 'Domain removed successfully']);
  assert.equal(jsonOf(await member.read('/account/domains')).count, 0);
  assert.equal((await member.call('/account/domains/brief.example.org/remove', {})).status, 404);
});

test('somebody else’s domain looks like one that is not there, whatever is tried', async () => {
  const [owner, stranger] = [await memberOf(site), await memberOf(site)];
  await addDomain(owner, 'private.example.org');
  const answersOf = async (name: string) => {
    const answers = [
      await stranger.read(`/account/domains/${name}`),
      await stranger.call(`/account/domains/${name}/verify`, {}),
      await stranger.call(`/account/domains/${name}/remove`, {}),
    ];
    return answers.map(({ status, body }) => [status, String(body).replaceAll(/"shrimp":"[^"]*"/g, '')]);
  };
  const foreign = await answersOf('private.example.org');
  assert.deepEqual(foreign, await answersOf('absent.example.org'));
  for (const [status, body] of foreign) {
    assert.equal(status, 404);
    assert.ok(String(body).includes('RecordNotFound'));
  }
  assert.equal((await owner.read('/account/domains/private.example.org')).status, 200);
});

test('a domain that another customer has proven is taken; one that is only added is not', async () => {
  await prove(site, 'taken.example.org');
  const member = await memberOf(site);
  const taken = await member.call('/account/domains/add', { domain: 'taken.example.org' });
  assert.deepEqual([taken.status, jsonOf(taken).error_type], [409, 'DomainTaken']);
  await addDomain(await memberOf(site), 'claimed.example.org');
  await addDomain(member, 'claimed.example.org');
});

test('one domain more than allowed is a limit, and the same one twice is one', async () => {
  const member = await memberOf(site);
  for (const name of ['one', 'two', 'three', 'three']) await addDomain(member, `${name}.example.info`);
  const fourth = await member.call('/account/domains/add', { domain: 'four.example.info' });
  assert.deepEqual([fourth.status, jsonOf(fourth).error_type], [422, 'PlanLimit']);
  assert.equal(jsonOf(fourth).message, 'The number of your domains is limited to 3. Remove one first.');
});
