import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { userInfo } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { loaded, sampleSecret } from '../config/load-sample.ts';
import { runChild } from '../support/children.ts';
import { listening } from '../support/listening.ts';
import { needProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temp.ts';
import { examples, SITE } from './proxied-site.ts';

const docs = resolve(import.meta.dirname, '../../docs');
const text = readFileSync(join(docs, 'operations.md'), 'utf8');
const blocks = (language: string) =>
  Array.from(text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')), ([, block = '']) => block);

test('every example is named by the operations guide, and every file that the guide names is there', () => {
  const links = Array.from(text.matchAll(/\]\((\.\.\/[^)#]+|[\w-]+\.md)/g), ([, link = '']) => resolve(docs, link));
  for (const file of links) assert.ok(existsSync(file), file);
  for (const name of readdirSync(examples)) assert.ok(links.includes(join(examples, name)), name);
});

test('every configuration of Hushlink in the operations guide is one that it starts with', () => {
  // One is for Prometheus.
  const samples = blocks('yaml').filter((sample) => !sample.startsWith('scrape_configs:'));
  assert.ok(samples.length >= 2);
  // As the guide says to give them: beside the file.
  const keys = { HUSHLINK_BILLING_STRIPE_KEY: 'sk_test_1', HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_1' };
  for (const own of samples) {
    const secret = { HUSHLINK_SITE_SECRET: sampleSecret };
    const env = { ...(own.includes('stripe_price') && keys), ...(own.includes('redis') && secret) };
    assert.deepEqual(loaded({ own, env }).warnings, [], own);
  }
});

test('regions in a variable, as the operations guide writes them, are understood', () => {
  const [, json = ''] = /HUSHLINK_REGIONS_JURISDICTIONS='(.*)'/.exec(text) ?? [];
  const { config } = loaded({ env: { HUSHLINK_REGIONS_JURISDICTIONS: json } });
  assert.equal(config.regions.jurisdictions[0]?.identifier, 'EU');
});

test('the example for Traefik serves two names over TLS alone, and passes each to Hushlink as it came', () => {
  const settings = parse(readFileSync(join(examples, 'traefik.yaml'), 'utf8'));
  assert.equal(settings.entryPoints.web.http.redirections.entryPoint.to, 'websecure');
  assert.equal(settings.entryPoints.websecure.forwardedHeaders, undefined);
  assert.equal(settings.accessLog, undefined);
  const { routers, services, middlewares } = parse(readFileSync(join(examples, 'traefik-domains.yaml'), 'utf8')).http;
  const all: readonly {
    rule: string;
    entryPoints: string[];
    service: string;
    middlewares: string[];
    tls: { certResolver: string };
  }[] = Object.values(routers);
  // An empty value takes the header away.
  const ids = { 'X-Request-Id': '', Traceparent: '' };
  assert.deepEqual(
    all.map(({ rule }) => rule),
    [`Host(\`${SITE}\`)`, 'Host(`secrets.example.com`)'],
  );
  for (const router of all) {
    assert.deepEqual(router.entryPoints, ['websecure']);
    assert.ok(Object.hasOwn(settings.certificatesResolvers, router.tls.certResolver));
    const [first = assert.fail('no middleware')] = router.middlewares;
    assert.deepEqual(middlewares[first].headers.customRequestHeaders, ids);
    const { loadBalancer } = services[router.service];
    assert.deepEqual(loadBalancer, { servers: [{ url: 'http://127.0.0.1:3000' }] });
  }
  for (const name of ['traefik.yaml', 'traefik-domains.yaml'])
    assert.deepEqual(
      parseAllDocuments(readFileSync(join(examples, name), 'utf8')).flatMap((one) => one.errors),
      [],
    );
});

test('the script that asks for a certificate asks Hushlink first, and nobody else where it says no', async (t) => {
  const folder = temporaryFolder(t);
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/ask?domain=secrets.example.com' ? 200 : 404;
    response.end();
  });
  const port = await listening(t, server);
  // Writes down what it was asked for, in the place of the program.
  const [curl, calls] = [needProgram('curl'), join(folder, 'calls')];
  writeFileSync(join(folder, 'certbot'), `#!/bin/sh\nprintf '%s ' "$@" >> '${calls}'\n`, { mode: 0o755 });
  const script = scriptWith('certbot certonly', { '127.0.0.1:3001': `127.0.0.1:${port}` });
  const run = (name: string) =>
    runChild('sh', ['-s', '--', name], {
      input: script,
      env: { PATH: [folder, dirname(curl), process.env.PATH].join(delimiter) },
    });
  assert.notEqual((await run('stranger.example.com')).code, 0);
  assert.equal(existsSync(calls), false);
  const asked = await run('secrets.example.com');
  assert.equal(asked.code, 0, asked.stderr);
  assert.match(readFileSync(calls, 'utf8'), /--domain secrets\.example\.com --deploy-hook \/usr\/local\/bin\/\S+ $/);
});

test('whoever gets the first certificate by the script has been told to open the port at which it asks', () => {
  const [, port] = /127\.0\.0\.1:(\d+)\/ask/.exec(scriptWith('certbot certonly')) ?? assert.fail('it asks nobody');
  const setting = `\`listen.internal_port: ${port}\``;
  const byScript = chapter('The first certificate')
    .split(/^- /m)
    .filter((item) => item.includes('(#certificates-by-asking)'));
  assert.deepEqual(
    byScript.map((item) => /^\*\*(\w+)/.exec(item)?.[1]),
    ['HAProxy'],
  );
  for (const words of [...byScript, chapter('Certificates by asking')]) assert.ok(words.includes(setting), words);
});

test('every script of the guide that is saved as a program is made executable', () => {
  const saved = Array.from(text.matchAll(/[Ss]ave this (?:script|hook) as (`\S+`[^:]*):/g), ([, words = '']) => words);
  assert.equal(saved.length, blocks('sh').filter((block) => block.startsWith('#!')).length);
  for (const words of saved) assert.match(words, /executable/);
});

test('the hook puts certificate and key into one file that only the workers of nginx can read', async (t) => {
  const folder = temporaryFolder(t);
  const lineage = join(folder, 'live/secrets.example.com');
  mkdirSync(lineage, { recursive: true });
  for (const name of ['fullchain', 'privkey']) writeFileSync(join(lineage, `${name}.pem`), `${name}\n`);
  const file = join(folder, 'certificates/secrets.example.com.pem');
  mkdirSync(dirname(file));
  const script = scriptWith('RENEWED_LINEAGE', {
    '/var/lib/hushlink-certificates': dirname(file),
    'www-data': userInfo().username,
  });
  for (const round of ['first', 'renewed']) {
    const end = await runChild('sh', ['-s'], { input: script, env: { RENEWED_LINEAGE: lineage } });
    assert.equal(end.code, 0, `${round}: ${end.stderr}`);
    assert.equal(readFileSync(file, 'utf8'), 'fullchain\nprivkey\n');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(dirname(file)), ['secrets.example.com.pem']);
  }
});

test('certificates belong to the user that nginx is told to have for its workers', () => {
  const config = readFileSync(join(examples, 'nginx.conf'), 'utf8');
  const [, user] = /^user (\S+);$/m.exec(config) ?? assert.fail('no user');
  assert.match(scriptWith('RENEWED_LINEAGE'), new RegExp(`^install .*--owner ${user} `, 'm'));
  assert.match(text, new RegExp(`\`install -d -o ${user} -m 700 /var/lib/hushlink-certificates\``));
});

const chapter = (heading: string) => text.split(`### ${heading}\n`)[1]?.split(/^##/m)[0] ?? assert.fail(heading);

/** The script of the guide in which this stands, changed for the test. */
function scriptWith(words: string, changes: Readonly<Record<string, string>> = {}): string {
  const script = blocks('sh').find((block) => block.startsWith('#!') && block.includes(words)) ?? assert.fail(words);
  return Object.entries(changes).reduce((changed, [from, to]) => changed.replaceAll(from, to), script);
}
