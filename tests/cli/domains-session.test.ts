import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { apiTokenHash, makeApiToken } from '#src/crypto/api-token.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { freePort } from '../support/free-port.ts';
import type { Cleanup } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

const session = join(import.meta.dirname, 'transcripts/domains-session.txt');
const CUSTID = 'you@example.org' as CustId;
const CNAME = 'secrets IN CNAME share.example.net.';
const ZONES = { 'example.com': CNAME, 'example.net': 'share IN A 192.0.2.7' };

/** A site whose customers have domains, and the environment of one of them. */
async function openSite(t: Cleanup, resolver: string) {
  const port = await freePort();
  const site = createTestApp(t, {
    env: {
      HUSHLINK_SITE_HOST: `localhost:${port}`,
      HUSHLINK_SITE_SCHEME: 'http',
      HUSHLINK_DOMAINS_ENABLED: 'true',
      HUSHLINK_DOMAINS_RESOLVERS: resolver,
      HUSHLINK_DOMAINS_CLUSTER_HOST: 'share.example.net',
      HUSHLINK_DOMAINS_CLUSTER_IP: '192.0.2.7',
    },
  });
  const server = site.app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const token = makeApiToken(randomBytes);
  await site.store.accounts.create(sampleCustomer({ custid: CUSTID, locale: null, apiTokenHash: apiTokenHash(token) }));
  return { site, env: { HUSHLINK_SERVER: `http://localhost:${port}`, HUSHLINK_USER: CUSTID, HUSHLINK_TOKEN: token } };
}

/** What the TXT record is to hold, where a command has printed it. */
function proofIn(stdout: string): string {
  return /^TXT {2,}\S+ {2,}(\S+)$/m.exec(stdout)?.[1] ?? assert.fail(stdout);
}

/** Does what the lines between the commands tell of; the clock moves only here. */
async function happen(what: string, { clock }: Pick<TestApp, 'clock'>, putRecord: () => Promise<void>): Promise<void> {
  if (what === '# half a minute later') return clock.advance(30_000);
  if (what === '# the TXT record is created') return putRecord();
  assert.fail(what);
}

test('a domain is added, proven, listed and removed from the command line, as the transcript shows [DOM-05 DOM-19 DOM-21 DOM-29]', async (t) => {
  const dns = await startDnsServer(ZONES);
  t.after(() => dns.stop());
  const { site, env } = await openSite(t, dns.address);
  let value = 'VALUE';
  const putRecord = () => {
    const records = `${CNAME}\n_hush-challenge.secrets IN TXT "${value}"`;
    return dns.serve({ ...ZONES, 'example.com': records });
  };
  const lines: string[] = [];
  for (const block of readFileSync(session, 'utf8').split(/^(?=[$#] )/m)) {
    const [first = ''] = block.split('\n');
    if (first.startsWith('# ')) {
      await happen(first, site, putRecord);
      lines.push(`${first}\n`);
      continue;
    }
    const end = await runCli(first.replace('$ hushlink ', '').split(' '), { env });
    if (first.includes(' add Secrets')) value = proofIn(end.stdout);
    const printed = `${end.stdout}${end.stderr}[${end.code}]\n`;
    assert.equal(printed.includes(env.HUSHLINK_TOKEN), false);
    lines.push(`${first}\n${printed.replaceAll(value, 'VALUE')}`);
  }
  assert.equal(lines.join(''), readFileSync(session, 'utf8'));
});
