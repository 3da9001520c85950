import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainWire, VhostWire } from '#src/features/domains/domain-wire.ts';
import type { Cleanup } from '../support/temp.ts';
import { details, freshDomain, provenDomain, vhost } from './domain-answers.ts';
import { sendJson, startOddServer } from './odd-server.ts';
import { runCli } from './run-cli.ts';

const credentials = { HUSHLINK_USER: 'me@example.com', HUSHLINK_TOKEN: 'hunter2' };
const envelope = { success: true, shrimp: 'not for anybody', custid: 'me@example.com' };

/** The command line before a server that always gives this answer. */
async function openSite(t: Cleanup, answer: object, status = 200) {
  const { url, asked } = await startOddServer(t, (response) => sendJson(response, status, answer));
  const env = { ...credentials, HUSHLINK_SERVER: url };
  const domains = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCli(['domains', ...args], { env });
    return { code, stdout, stderr };
  };
  return { domains, asked, url };
}

const about = (record: DomainWire) => ({ ...envelope, record, details });

test('list prints a line for each domain, the columns below each other [DOM-02]', async (t) => {
  const records = [provenDomain, freshDomain];
  const { domains, asked } = await openSite(t, { ...envelope, count: 2, records, details });
  const end = await domains('list');
  const lines = [
    'secrets.example.com  verified    ACTIVE_SSL  2026-01-31',
    'bücher.example       unverified  -           2026-01-31',
  ];
  assert.deepEqual(end, { code: 0, stdout: `${lines.join('\n')}\n`, stderr: '' });
  assert.deepEqual([asked[0]?.method, asked[0]?.path], ['GET', '/api/v2/account/domains']);
  const { stdout } = await domains('list', '--json');
  assert.deepEqual(JSON.parse(stdout), { count: 2, custid: 'me@example.com', records, details });
});

test('list of nothing prints nothing, and says how to begin', async (t) => {
  const { domains } = await openSite(t, { ...envelope, count: 0, records: [], details });
  const end = await domains('list');
  assert.deepEqual([end.code, end.stdout], [0, '']);
  assert.match(end.stderr, /hushlink domains add NAME/);
});

test('add sends what was typed, and prints the records of an apex: TXT and A [DOM-19 DOM-20]', async (t) => {
  const { domains, asked } = await openSite(t, about(freshDomain));
  const end = await domains('add', 'Bücher.example');
  const facts = ['domain: bücher.example', 'verified: no', 'added: 2026-01-31', 'status: not looked at yet', ''];
  const records = [
    'TXT  _hush-challenge.xn--bcher-kva.example  k3x9pq00000000000000000000000ab',
    'A    xn--bcher-kva.example                  192.0.2.7',
  ];
  assert.equal(end.stdout, `${[...facts, ...records].join('\n')}\n`);
  assert.match(
    end.stderr,
    /^Create these records where the DNS of xn--bcher-kva\.example is kept\..*\nDNS changes take/,
  );
  assert.equal(end.code, 0);
  const { method, path, body, headers } = asked[0]!;
  assert.deepEqual([method, path], ['POST', '/api/v2/account/domains/add']);
  assert.deepEqual(JSON.parse(body), { domain: 'Bücher.example' });
  assert.equal(headers.authorization, `Basic ${Buffer.from('me@example.com:hunter2').toString('base64')}`);
});

test('an apex where the site has no address says whom to ask', async (t) => {
  const cluster = { ...details.cluster, cluster_ip: null };
  const { domains } = await openSite(t, { ...about(freshDomain), details: { cluster } });
  assert.match((await domains('show', 'bücher.example')).stdout, /^A .*\(ask those who run the server/m);
});

test('an apex of a site whose address is one of IPv6 has an AAAA record', async (t) => {
  const cluster = { ...details.cluster, cluster_ip: '2001:db8::7' };
  const { domains } = await openSite(t, { ...about(freshDomain), details: { cluster } });
  assert.match((await domains('show', 'bücher.example')).stdout, /^AAAA +xn--bcher-kva\.example +2001:db8::7$/m);
});

test('show prints what is known and the records of a subdomain: TXT and CNAME [DOM-19 DOM-21 DOM-24]', async (t) => {
  const { domains, asked } = await openSite(t, about(provenDomain));
  const end = await domains('show', 'Secrets.Example.com.');
  const lines = [
    'domain: secrets.example.com',
    'verified: yes',
    'added: 2026-01-31',
    'status: ACTIVE_SSL (DNS points here and the certificate is valid)',
    'points at: share.example.net, 192.0.2.7, 2001:db8::7',
    'certificate: valid, until 2026-05-01',
    'last look: 2 minutes ago',
    '',
    'TXT    _hush-challenge.secrets.example.com  k3x9pq00000000000000000000000ab',
    'CNAME  secrets.example.com                  share.example.net',
  ];
  assert.deepEqual(end, { code: 0, stdout: `${lines.join('\n')}\n`, stderr: '' });
  assert.deepEqual([asked[0]?.method, asked[0]?.path], ['GET', '/api/v2/account/domains/secrets.example.com']);
  const { stdout } = await domains('show', 'secrets.example.com', '--json');
  assert.deepEqual(JSON.parse(stdout), { record: provenDomain, details });
});

test('verify prints what was found, and what that means', async (t) => {
  const nothing = { target_address: '', dns_pointed_at: '', has_ssl: false, ssl_active_until: null };
  const unproven = { ...vhost, ...nothing, status: 'UNPROVEN', status_message: 'The TXT record was not found' };
  const statusOf = (status: VhostWire['status']) => ({ ...provenDomain, vhost: { ...vhost, status } });
  const cases = [
    [provenDomain, /^verified: yes$/m, /Proven: links for this domain work/],
    [{ ...provenDomain, verified: false, vhost: unproven }, /^points at: nothing$/m, /hushlink domains show prints/],
    [{ ...provenDomain, vhost: unproven }, /^certificate: none$/m, /seven days without it end the proof/],
    [statusOf('ACTIVE'), /^status: ACTIVE /m, /Proven: links for this domain work/],
    ...(['DNS_INCORRECT', 'SSL_INVALID', 'UNREACHABLE'] as const).map(
      (status) =>
        [statusOf(status), new RegExp(`^status: ${status} `, 'm'), /^Proven, but .* may not open until/] as const,
    ),
  ] as const;
  for (const [record, found, meaning] of cases) {
    const { domains, asked } = await openSite(t, about(record));
    const end = await domains('verify', 'secrets.example.com');
    assert.equal(end.code, 0);
    assert.match(end.stdout, found);
    assert.match(end.stderr, meaning);
    assert.deepEqual(
      [asked[0]?.method, asked[0]?.path],
      ['POST', '/api/v2/account/domains/secrets.example.com/verify'],
    );
  }
});

test('remove is done after a yes alone, and names go out in A-labels [DOM-05]', async (t) => {
  const { domains, asked } = await openSite(t, about(freshDomain));
  const unsure = await domains('remove', 'bücher.example');
  assert.deepEqual([unsure.code, asked.length], [2, 0]);
  assert.match(unsure.stderr, /confirm with --yes/);
  assert.deepEqual(await domains('remove', 'BÜCHER.example', '--yes'), { code: 0, stdout: 'removed\n', stderr: '' });
  assert.deepEqual(
    [asked[0]?.method, asked[0]?.path],
    ['POST', '/api/v2/account/domains/xn--bcher-kva.example/remove'],
  );
});

test('every name that list prints can be typed again, with the signs that languages have beside letters', async (t) => {
  const { domains, asked } = await openSite(t, about(freshDomain));
  const names = ['paral·lel.cat', 'نامه\u200cای.com', 'テスト・a.jp', 'ס״ק.com', 'i♥.ws', '日本語。jp'];
  for (const name of names) {
    const { code, stderr } = await domains('show', name);
    assert.deepEqual([code, /not the name/.test(stderr)], [0, false], name);
  }
  const labels = [
    'xn--parallel-koa.cat',
    'xn--mgba3gch31f060k.com',
    'xn--a-pfusbj9w.jp',
    'xn--mebm2b.com',
    'xn--i-n3p.ws',
  ];
  const paths = [...labels, 'xn--wgv71a119e.jp'].map((label) => `/api/v2/account/domains/${label}`);
  assert.deepEqual(
    asked.map(({ path }) => path),
    paths,
  );
});

test('what is no name asks nothing: a path leads to that domain or nowhere', async (t) => {
  const { domains, asked } = await openSite(t, about(freshDomain));
  const names = ['..', '.', '', 'add', 'a/../b.example', 'a.example/x', 'a.example?x', 'a.example#x', '%2e%2e', 'a..b'];
  for (const name of [...names, 'https://a.example', 'a.example:80', 'u@a.example', ' a.example', 'a\u001b.example']) {
    const end = await domains('remove', name, '--yes');
    assert.deepEqual([end.code, end.stdout], [2, ''], name);
    assert.match(end.stderr, /not the name of a domain/);
  }
  assert.deepEqual(asked, []);
});

test('without credentials nothing is asked, and nothing of them is ever printed', async (t) => {
  const { domains, asked, url } = await openSite(t, about(freshDomain));
  for (const args of [['list'], ['add', 'a.example'], ['remove', 'a.example', '--yes']]) {
    const end = await runCli(['domains', ...args, '--server', url]);
    assert.equal(end.code, 2);
    assert.match(end.stderr, /HUSHLINK_USER .* HUSHLINK_TOKEN/);
  }
  assert.equal(asked.length, 0);
  for (const args of [['list'], ['show', 'a.example']]) {
    const { stdout, stderr } = await domains(...args);
    assert.doesNotMatch(stdout + stderr, /hunter2|not for anybody/);
  }
});

test('each refusal has its exit code, and a sentence about domains', async (t) => {
  const cases = [
    [404, 'RecordNotFound', 3, 'gone', /You have no such domain/],
    [404, 'NotFound', 8, 'server', /knows no such thing \(404\): it may be older, or have it switched off/],
    [401, 'NotAuthorized', 7, 'refused', /does not know this address and API token together/],
    [409, 'DomainTaken', 7, 'refused', /refused \(409\): no/],
    [422, 'FormError', 7, 'refused', /refused \(422\): no/],
    [429, 'RateLimited', 5, 'limited', /try again in 20 seconds/],
    [503, 'StoreUnavailable', 8, 'server', /in trouble \(503\)/],
  ] as const;
  for (const [status, error_type, exit, code, words] of cases) {
    const { domains } = await openSite(t, { success: false, message: 'no', error_type, retry_after: 20 }, status);
    const end = await domains('verify', 'a.example', '--json');
    const { error } = JSON.parse(end.stdout);
    assert.deepEqual([end.code, error.exit, error.code], [exit, exit, code]);
    assert.match(error.message, words);
  }
});

test('an answer of another shape, or one that could move the cursor, is not printed', async (t) => {
  const odd = [
    { record: null },
    { record: freshDomain },
    about({ ...freshDomain, display_domain: 'a\u001b[2J.example' }),
    about({ ...freshDomain, txt_validation_value: 'x\ny' }),
    about({ ...freshDomain, vhost: { ...vhost, status_message: '\u202e' } }),
  ];
  for (const answer of odd) {
    const { domains } = await openSite(t, answer);
    const end = await domains('show', 'a.example');
    assert.deepEqual([end.code, end.stdout], [8, ''], JSON.stringify(answer));
  }
});
