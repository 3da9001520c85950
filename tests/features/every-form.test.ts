import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../support/api.ts';
import { createTestApp } from '../support/app.ts';
import { tableOf } from '../support/express-table.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { visitorOf } from '../support/visitor.ts';
import { callAs, customerOf } from './accounts/people.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());
const env = {
  ...{ HUSHLINK_SITE_HOST: 'localhost:3000', HUSHLINK_DOMAINS_ENABLED: 'true' },
  ...{ HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' },
};
const site = createTestApp({ after }, { env, mailServer, hasLightPassphrases: true });
const DOMAIN = 'secrets.example.com';

/** What posts somewhere on the pages that anybody may open, and on those of a customer with a domain. */
const POSTED_TO = [
  ...['/', '/dashboard', '/secret/KEY', '/secret/KEY/burn', '/private/KEY/burn', '/private/KEY/unlock'],
  ...['/signin', '/signup', '/signup/basic', '/forgot', '/forgot/KEY', '/settings', '/feedback', '/incoming'],
  ...['/account/apitoken', '/account/password', '/account/destroy'],
  ...[
    '/account/domains/add',
    ...['verify', 'remove', 'brand', 'logo'].map((deed) => `/account/domains/${DOMAIN}/${deed}`),
  ],
];

test('every form that posts, on every page, carries a hidden field named shrimp that holds a token, and is refused with another [CSRF-07]', async () => {
  const customer = await customerOf(site);
  await callAs(site, customer, '/account/domains/add', { domain: DOMAIN });
  const values = await valuesFor(customer.address);
  const found = new Map<string, string>();
  for (const visitor of [visitorOf(site), customer]) {
    for (const path of pagesOf(values)) {
      const { text } = await visitor.open(path);
      for (const { form, action = path } of formsOn(text)) {
        assert.match(form, /<input type="hidden" name="shrimp" value="[^"]{20,}"/, `${path}: ${action}`);
        found.set(action.replace(/[0-9a-z]{31}/, 'KEY'), action);
      }
    }
  }
  assert.deepEqual([...found.keys()].toSorted(), POSTED_TO.toSorted());
  for (const action of found.values()) {
    const { status, text } = await customer.send(action, { shrimp: 'of a forger', continue: 'true' });
    assert.equal(status, 422, action);
    assert.match(text, /Your form was too old/, action);
  }
});

/** One for each parameter of a path: a locked secret, a reset link that works, a domain that may be checked. */
async function valuesFor(address: string): Promise<Readonly<Record<string, string>>> {
  const api = apiOf(site);
  const { secretKey, metadataKey } = await api.share('x', { passphrase: 'open sesame' });
  for (let tries = 0; tries < 10; tries += 1) {
    await api.reveal(secretKey, { passphrase: 'wrong' }).expect(422);
    site.clock.advance(60_000);
  }
  const somebody = visitorOf(site);
  await somebody.open('/forgot');
  await somebody.submit('/forgot', { u: address });
  await site.mail.postman.deliverDue();
  const resetKey = /\/forgot\/([0-9a-z]{31})/.exec(mailServer.mails.at(-1)?.parsed.text ?? '')?.[1] ?? '';
  return {
    ...{ '/secret/:key': `/secret/${secretKey}`, '/private/:key': `/private/${metadataKey}` },
    ...{ ':resetKey': resetKey, ':planCode': 'basic', ':domain': DOMAIN },
  };
}

/** Every page that Express knows, but for those that lead out: what is left of a pattern is a file. */
function pagesOf(values: Readonly<Record<string, string>>): string[] {
  const { routes } = tableOf(site.app);
  const patterns = routes.filter(({ methods }) => methods.includes('get')).map(({ pattern }) => pattern);
  return patterns
    .filter((pattern) => !pattern.startsWith('/api/') && pattern !== '/logout')
    .map((pattern) => Object.entries(values).reduce((path, [name, value]) => path.replace(name, value), pattern))
    .filter((path) => !path.includes(':'));
}

function formsOn(html: string): { action: string | undefined; form: string }[] {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  return forms
    .filter((form) => /^<form[^>]* method="post"/.test(form))
    .map((form) => ({ form, action: /^<form[^>]* action="([^"]*)"/.exec(form)?.[1] }));
}
