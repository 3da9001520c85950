import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { guessPolicyOf } from '#src/compose/secrets.ts';
import { type DomainId, type DomainName, PLAIN_BRAND } from '#src/features/domains/domain.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { readConfig } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The names in the examples: of the site, and of a customer's domain that is verified. */
export const SITE = 'hush.example.org';
export const DOMAIN = 'secrets.example.com';

export const examples = resolve(import.meta.dirname, '../../examples/proxies');

export interface ProxiedSite {
  readonly server: TestServer;
  readonly askPort: number;
}

/** The built server as the examples want it, with a verified domain of a customer, and with these settings besides. */
export async function openProxiedSite(env: Readonly<Record<string, string>> = {}): Promise<ProxiedSite> {
  const askPort = await freePort();
  const server = await startServer({
    env: {
      HUSHLINK_SITE_HOST: SITE,
      HUSHLINK_DOMAINS_ENABLED: 'true',
      HUSHLINK_LISTEN_INTERNAL_PORT: String(askPort),
      HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.1',
      // Nothing of a test asks the DNS of the machine.
      HUSHLINK_DOMAINS_RESOLVERS: '127.0.0.1:1',
      ...env,
    },
  });
  after(() => server.stop());
  await verifyDomain(server);
  return { server, askPort };
}

/** As if its customer had proven it, and opened its home to everybody. */
async function verifyDomain({ folder }: TestServer): Promise<void> {
  const [nowMs, farMs] = [Date.now(), Date.now() + 86_400_000];
  const store = openSqliteStore({
    path: join(folder, 'data/hushlink.db'),
    policy: guessPolicyOf(readConfig({}).secrets),
    now: () => nowMs,
    onSweepError: (error) => {
      throw error;
    },
  });
  const id = 'd'.repeat(20) as DomainId;
  const record = { id, name: DOMAIN as DomainName, ownerTag: 'owner', createdAtMs: nowMs, firstLookAtMs: farMs };
  await store.domains.add(record, 1);
  assert.equal((await store.domains.noteProof(id, 'present', { graceMs: 0, nowMs })).kind, 'kept');
  // Anybody may share there.
  await store.domains.setBrand(record.ownerTag, record.name, { ...PLAIN_BRAND, hasHome: true }, nowMs);
  await store.close();
}

/** The text of an example in which each of these texts stands, changed for the test. */
export function exampleWith(file: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce(
    (text, [from, to]) => {
      assert.ok(text.includes(from), `${file} does not hold ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(examples, file), 'utf8'),
  );
}

export interface Visit {
  readonly port: number;
  /** What TLS asks for; without it the visit is plain HTTP. */
  readonly tls?: { readonly name: string; readonly ca: string };
  readonly host: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Names in the certificate; '' without TLS. */
  readonly certifiedFor: string;
}

/** Asks a proxy on this machine as if its name led there. Rejects where no connection comes about. */
export function visit({ port, tls, host, path = '/', method = 'GET', headers = {}, body }: Visit): Promise<Seen> {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host, ...headers },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const request = tls ? requestHttps({ ...options, servername: tls.name, ca: tls.ca }) : requestHttp(options);
    request.on('error', reject);
    request.on('response', async (response) => {
      const socket = response.socket as Partial<TLSSocket>;
      const certifiedFor = socket.getPeerCertificate?.().subjectaltname ?? '';
      const chunks = await response.toArray();
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, certifiedFor });
    });
    request.end(body);
  });
}

/** Shares over the API by way of the proxy; the link as a sender gets it. */
export async function shareThrough(visited: Omit<Visit, 'path'>, secret = 'through the proxy'): Promise<URL> {
  const made = await visit({
    ...visited,
    ...{ path: '/api/v2/secret/conceal', method: 'POST' },
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'share', secret }),
  });
  assert.equal(made.status, 200, made.body);
  return new URL(JSON.parse(made.body).record.metadata.share_url);
}

/** A domain whose certificate is there, with secrets and links of its own. */
export async function assertServed(visited: Visit): Promise<void> {
  const { host } = visited;
  const link = await shareThrough(visited);
  assert.equal(link.origin, `https://${host}`);
  const read = await visit({ ...visited, path: link.pathname });
  assert.deepEqual([read.status, read.certifiedFor], [200, `DNS:${host}, IP Address:127.0.0.1`]);
}

/** No visitor chooses the id that a request has in the log. */
export async function assertIdIsOurs(visited: Visit): Promise<void> {
  const id = '0af7651916cd43dd8448eb211c80319c';
  for (const headers of [{ 'x-request-id': id }, { traceparent: `00-${id}-b7ad6b7169203331-01` }]) {
    const seen = await visit({ ...visited, headers });
    assert.notEqual(seen.headers['x-request-id'], id);
  }
}

/** What a visitor says in the headers of proxies changes nothing. */
export async function assertClaimsAreNotBelieved(visited: Visit, hosts: readonly string[]): Promise<void> {
  for (const claimed of hosts) {
    const headers = { 'x-forwarded-host': claimed, 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.9' };
    const seen = await visit({ ...visited, headers });
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.body, new RegExp(claimed));
  }
}
