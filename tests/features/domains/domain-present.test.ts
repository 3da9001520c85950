import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageBrandOf } from '#src/features/domains/brand-http.ts';
import { type Brand, type Domain, type Observation, PLAIN_BRAND } from '#src/features/domains/domain.ts';
import { domainPartsOf } from '#src/features/domains/domain-name.ts';
import { presentDomain } from '#src/features/domains/domain-present.ts';
import { createStamps } from '#src/features/secrets/stamps.ts';
import { displayNameOf } from '#src/http/site-address.ts';
import { BRAND, OBSERVATION, sampleDomain } from '../../store/domain-sample.ts';

const SEEN_MS = OBSERVATION.monitoredAtMs;
const sample: Domain = {
  ...{ ...sampleDomain(), updatedAtMs: SEEN_MS, proof: { verifiedAtMs: SEEN_MS, missingSinceMs: null } },
  ...{ observation: OBSERVATION, brand: PLAIN_BRAND, logoHash: null },
};

function present(changes: Partial<Domain>, nowMs = SEEN_MS) {
  return presentDomain(
    { ...sample, ...changes },
    {
      ...{ displayNameOf, partsOf: domainPartsOf, proofOf: () => 'the proof', nowMs },
      ...{ text: (key: string) => key, stamps: createStamps('en') },
    },
  );
}

const seen = (changes: Partial<Observation>) => ({ observation: { ...OBSERVATION, ...changes } });
const certificate = (isValid: boolean, validUntilMs: number | null) => ({ tls: { isValid, validUntilMs } });

test('the message beside a status says what was seen, apart from the status itself [API-38 DOM-26 DOM-27 DOM-28]', () => {
  const nowhere = { cname: null, addresses: [] };
  assert.equal(present(seen({ status: 'TAKEN' })).vhost?.status_message, 'domainErrors.taken');
  const cases: readonly (readonly [Partial<Observation>, string])[] = [
    [{ status: 'ACTIVE_SSL' }, 'activeSsl'],
    [{ status: 'ACTIVE' }, 'active'],
    [{ status: 'DNS_INCORRECT' }, 'dnsElsewhere'],
    [{ status: 'DNS_INCORRECT', cname: null }, 'dnsElsewhere'],
    [{ status: 'DNS_INCORRECT', addresses: [] }, 'dnsElsewhere'],
    [{ status: 'DNS_INCORRECT', ...nowhere }, 'dnsNowhere'],
    [{ status: 'SSL_INVALID', tls: null }, 'sslMissing'],
    [{ status: 'SSL_INVALID', ...certificate(false, null) }, 'sslMissing'],
    [{ status: 'SSL_INVALID', ...certificate(false, SEEN_MS) }, 'sslExpired'],
    [{ status: 'SSL_INVALID', ...certificate(false, SEEN_MS + 1) }, 'sslInvalid'],
    [{ status: 'UNREACHABLE' }, 'unreachable'],
    [{ status: 'UNPROVEN' }, 'unproven'],
  ];
  for (const [observation, key] of cases) {
    assert.equal(
      present(seen(observation)).vhost?.status_message,
      `domains.status.${key}`,
      JSON.stringify(observation),
    );
  }
});

test('what was seen is shown as it was seen: alias, addresses, certificate and how long ago [API-38 DOM-24]', () => {
  const { vhost } = present(
    seen({ status: 'ACTIVE_SSL', ...certificate(true, Date.UTC(2031, 1, 3)) }),
    SEEN_MS + 7_200_000,
  );
  assert.deepEqual(vhost, {
    ...{ status: 'ACTIVE_SSL', status_message: 'domains.status.activeSsl', incoming_address: sample.name },
    ...{ target_address: 'share.example.net', dns_pointed_at: '192.0.2.7, 2001:db8::7' },
    ...{ ssl_active_until: '2031-02-03T00:00:00.000Z', has_ssl: true },
    ...{ last_monitored_unix: Math.floor(SEEN_MS / 1000), last_monitored_humanized: '2 hours ago' },
  });
  const bare = present(seen({ cname: null, addresses: [], tls: null })).vhost;
  assert.deepEqual(
    [bare?.target_address, bare?.dns_pointed_at, bare?.ssl_active_until, bare?.has_ssl],
    ['', '', null, false],
  );
  assert.equal(present({ observation: null }).vhost, null);
});

test('a domain says when it was added and, apart from that, when it was last checked or changed, in whole seconds [API-37 DOM-29]', () => {
  const { created, updated } = present({ createdAtMs: 1_700_000_000_999, updatedAtMs: 1_700_086_400_001 });
  assert.deepEqual([created, updated], [1_700_000_000, 1_700_086_400]);
});

test('the address that was looked at is written as people read it, its alias as it stands in DNS [API-38]', () => {
  const { ascii_domain, display_domain, vhost } = present({ name: 'xn--bcher-kva.example.com' as Domain['name'] });
  assert.deepEqual([ascii_domain, display_domain], ['xn--bcher-kva.example.com', 'bücher.example.com']);
  assert.deepEqual([vhost?.incoming_address, vhost?.target_address], ['bücher.example.com', 'share.example.net']);
});

test('a clock that runs behind the monitor’s makes nothing happen in the future [API-38]', () => {
  assert.equal(present({}, SEEN_MS - 5000).vhost?.last_monitored_humanized, 'now');
});

test('a brand has empty texts for what was not chosen, and a path for its logo [API-37]', () => {
  const none = { name: '', accent: '', before_reveal: '', after_reveal: '', home: false, logo_url: null };
  assert.deepEqual(present({}).brand, none);
  const { brand } = present({ brand: BRAND, logoHash: 'abc' });
  assert.deepEqual(brand, {
    ...{ name: BRAND.name, accent: BRAND.accent, before_reveal: BRAND.beforeReveal, after_reveal: '', home: true },
    logo_url: brand.logo_url,
  });
  assert.match(String(brand.logo_url), /^\/brand\/.*abc/);
});

test('on its pages a domain goes by its brand, and without one by its own name', () => {
  const brandOf = (brand: Brand) => pageBrandOf({ ...sample, brand }, 'share.example.com', 'https://hush.example.org');
  const { name, siteUrl, stylesheet, beforeReveal } = brandOf(BRAND);
  assert.deepEqual([name, siteUrl, beforeReveal], [BRAND.name, 'https://hush.example.org', BRAND.beforeReveal]);
  assert.match(String(stylesheet), /0a7f4c/);
  assert.deepEqual([brandOf(PLAIN_BRAND).name, brandOf(PLAIN_BRAND).stylesheet], ['share.example.com', null]);
});

test('a domain is verified as long as links work there [DOM-01]', () => {
  assert.equal(present({}).verified, true);
  assert.equal(present({ proof: { verifiedAtMs: SEEN_MS, missingSinceMs: SEEN_MS } }).verified, true);
  assert.equal(present({ proof: { verifiedAtMs: null, missingSinceMs: null } }).verified, false);
});
