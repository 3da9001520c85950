import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { contentOf, createClient } from '../durability/client.ts';
import { makeAuthority, makeCertificate, type TestCertificate } from '../support/certificate.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';

const authority = makeAuthority();
const certificate = makeCertificate({ issuer: authority });

test('a Redis that speaks TLS alone keeps secrets, under a certificate of an authority that is named', async (t) => {
  const server = await startServer({ env: { ...(await siteOn(t, certificate)), ...trusting(t) } });
  t.after(() => server.stop());
  const client = createClient(server.port, 1);
  t.after(() => client.close());
  const { secretKey } = await client.share('over TLS');
  assert.equal(contentOf(await client.reveal(secretKey)), 'over TLS');
});

test('no server starts on a Redis that shows the certificate of an unknown authority, or of another name', async (t) => {
  const unknown = await siteOn(t, certificate);
  await assert.rejects(startServer({ env: unknown }), /cannot start: .*\(unable to verify /);
  const elsewhere = await siteOn(t, makeCertificate({ issuer: authority, names: ['elsewhere.example'] }));
  await assert.rejects(startServer({ env: { ...elsewhere, ...trusting(t) } }), /cannot start: .*altnames/);
});

/** Settings of a site on a redis-server of its own that takes no connection without TLS. */
async function siteOn(t: TestContext, { key, cert }: TestCertificate): Promise<Record<string, string>> {
  const files = { 'tls-cert-file': fileOf(t, cert), 'tls-key-file': fileOf(t, key), 'tls-auth-clients': 'no' };
  const settings = (port: number) => ({ port: '0', 'tls-port': String(port), requirepass: 'pa:ss', ...files });
  const redis = await startRedisServer({ settings });
  t.after(() => redis.stop());
  return {
    HUSHLINK_STORE: `rediss://:pa%3Ass@localhost:${redis.port}`,
    HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64'),
  };
}

function trusting(t: TestContext): Record<string, string> {
  return { NODE_EXTRA_CA_CERTS: fileOf(t, authority.cert) };
}

function fileOf(t: TestContext, pem: string): string {
  const file = join(temporaryFolder(t), 'file.pem');
  writeFileSync(file, pem);
  return file;
}
