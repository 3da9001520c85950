import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createServerEffects } from '#src/islands/client/effects.tsx';
import { createVerifyModel } from '#src/islands/workspace/domain-verify/model.ts';
import { VerifyForm } from '#src/islands/workspace/domain-verify/verify-form.tsx';
import { ViewOf } from '#src/islands/workspace/view.tsx';
import { TextsContext } from '#src/ui/texts.tsx';
import { apex, cluster, domain, nowSeconds, renderWithDomains, verifyPage, vhost } from './sample-domains.ts';
import { t, wordsOf } from './sample-pages.ts';

const before =
  /Before we can activate links for <\/span><b><bdi>vault\.example\.net<\/bdi><\/b><span>, you(&#x27;|')ll need to complete these steps\./;

/** Names and values of a list, in order. */
function pairsOf(list: string): (readonly [string, string])[] {
  const rows = [...list.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)];
  return rows.map(([, name = '', value = '']) => [name, wordsOf(`<body>${value}`).trim()] as const);
}

function stepsOf(html: string): string[] {
  const steps = /<ol class="steps">.*?<\/ol>/.exec(html)?.[0] ?? '';
  return steps.match(/<li>.*?<\/li>/g) ?? [];
}

function statusOf(changes: Parameters<typeof vhost>[1] = {}): Map<string, string> {
  const html = renderWithDomains(verifyPage({ domain: domain({ vhost: vhost('DNS_INCORRECT', changes) }) }));
  const panel = /<section[^>]*aria-labelledby="domain-status">.*?<\/section>/.exec(html)?.[0] ?? '';
  assert.match(panel, /<h2 id="domain-status">Domain Status<\/h2>/);
  return new Map(pairsOf(panel));
}

test('until the monitor has looked, the page says what is to be done before links work [DOM-13 DOM-14]', () => {
  const html = renderWithDomains(verifyPage());
  assert.match(html, /<h1 tabindex="-1">Verify your domain<\/h1>/);
  assert.match(html, before);
  assert.doesNotMatch(html, /Domain Status/);
  const never = renderWithDomains(verifyPage({ domain: domain({ vhost: vhost('', { last_monitored_unix: 0 }) }) }));
  assert.match(never, before);
});

test('from then on the status stands there instead, above the steps [DOM-14]', () => {
  const html = renderWithDomains(verifyPage({ domain: domain({ vhost: vhost('ACTIVE_SSL') }) }));
  assert.doesNotMatch(html, before);
  assert.ok(html.indexOf('Domain Status') < html.indexOf('Domain Verification Steps'));
});

test('the status names address, status, target, record, certificate and the last look [DOM-24]', () => {
  assert.deepEqual(Object.fromEntries(statusOf()), {
    Domain: 'vault.example.net',
    Status: 'DNS incorrect DNS points to another address',
    'Target Address': 'edge.hush.example.org',
    'A Record': '198.51.100.7',
    'SSL Renews': 'February 14, 2027',
    'SSL Status': 'Inactive',
    'Last Monitored': '2 minutes ago',
  });
  assert.equal(statusOf({ has_ssl: true }).get('SSL Status'), 'Active');
});

test('what the monitor has not found is said, not left blank [DOM-24]', () => {
  const status = statusOf({ target_address: '', dns_pointed_at: '', ssl_active_until: null });
  for (const name of ['Target Address', 'A Record', 'SSL Renews']) assert.equal(status.get(name), 'None');
  assert.equal(statusOf({ ssl_active_until: 'soon' }).get('SSL Renews'), 'None');
});

test('a subdomain is told to point here by a CNAME that replaces what else is there [DOM-15]', () => {
  const words = wordsOf(renderWithDomains(verifyPage()));
  assert.match(
    words,
    /It points vault\.example\.net to edge\.hush\.example\.org\. Replace any other A, AAAA or CNAME record for this exact address\./,
  );
  assert.doesNotMatch(words, /apex/);
});

test('an apex is warned that a CNAME is not allowed and an A record is required [DOM-16]', () => {
  const html = renderWithDomains(verifyPage({ domain: apex }));
  const alert = /<div class="alert alert--warn">.*?<\/div><\/div>/.exec(html)?.[0] ?? '';
  const said = 'example.org is an apex domain. A CNAME is not allowed here; an A record is required.';
  assert.ok(wordsOf(`<body>${alert}`).replace(/\s+/g, ' ').includes(said), alert);
});

test('where the address of the site is one of IPv6, an apex is told of an AAAA record from its warning to its fields', () => {
  const html = renderWithDomains(verifyPage({ domain: apex, cluster: { ...cluster, cluster_ip: '2001:db8::7' } }));
  const words = wordsOf(html);
  assert.match(words, /A CNAME is not allowed here; an AAAA record is required\./);
  const [, step = ''] = stepsOf(html);
  assert.match(step, /<h3>Create an AAAA record<\/h3>/);
  assert.deepEqual(pairsOf(step), [
    ['Type', 'AAAA'],
    ['Host', '@.example.org'],
    ['Value', '2001:db8::7'],
  ]);
  assert.doesNotMatch(words, /an A record/);
});

test('where the site has no address to give, an apex is told to take a subdomain [DOM-16]', () => {
  const html = renderWithDomains(verifyPage({ domain: apex, cluster: { ...cluster, cluster_ip: null } }));
  assert.match(wordsOf(html), /use a subdomain such as secrets\.example\.org, which works with a CNAME record/);
  assert.equal(html.split('<dl').length, 2);
});

test('the steps are the TXT record, the record that leads here, and waiting [DOM-18 DOM-22]', () => {
  const html = renderWithDomains(verifyPage());
  assert.match(html, /<h2 id="domain-steps">Domain Verification Steps<\/h2>/);
  const heads = (drawn: string) => stepsOf(drawn).map((step) => /<h3>(.*?)<\/h3>/.exec(step)?.[1]);
  assert.deepEqual(heads(html), ['Create a TXT record', 'Create a CNAME record', 'Wait for propagation']);
  const ofApex = heads(renderWithDomains(verifyPage({ domain: apex })));
  assert.deepEqual(ofApex, ['Create a TXT record', 'Create an A record', 'Wait for propagation']);
  const [, , wait = ''] = stepsOf(html);
  const said = 'DNS changes can take 60 seconds to 24 hours. The SSL certificate may take a few more minutes.';
  assert.ok(wordsOf(`<body>${wait}`).includes(said));
});

test('each record is written out as type, host and value [DOM-19 DOM-20 DOM-21]', () => {
  const fields = (html: string) => stepsOf(html).slice(0, 2).map(pairsOf);
  const txt = (host: string) =>
    [
      ['Type', 'TXT'],
      ['Host', host],
      ['Value', '7c1e90b4d2a84f63'],
    ] as const;
  assert.deepEqual(fields(renderWithDomains(verifyPage())), [
    txt('_hush-challenge.vault.example.net'),
    [
      ['Type', 'CNAME'],
      ['Host', 'vault'],
      ['Value', 'edge.hush.example.org'],
    ],
  ]);
  assert.deepEqual(fields(renderWithDomains(verifyPage({ domain: apex }))), [
    txt('_hush-challenge.example.org'),
    [
      ['Type', 'A'],
      ['Host', '@.example.org'],
      ['Value', '192.0.2.44'],
    ],
  ]);
});

test('every field of a record has its own button to copy it [DOM-23]', () => {
  const steps = stepsOf(renderWithDomains(verifyPage())).slice(0, 2);
  assert.equal(steps.length, 2);
  for (const step of steps) {
    const names = [...step.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
    assert.deepEqual(names, ['Copy type', 'Copy host', 'Copy value']);
  }
});

test('the form to verify is a form of its own, and its button is drawn from 30 seconds after the second of the last update [DOM-29]', () => {
  const form = (updated: number) => {
    const html = renderWithDomains(verifyPage({ domain: domain({ updated }) }));
    return /<form[^>]*action="\/account\/domains\/vault\.example\.net\/verify".*?<\/form>/.exec(html)?.[0] ?? '';
  };
  const ready = form(nowSeconds - 31);
  assert.match(ready, /method="post"/);
  assert.match(ready, /name="shrimp" value="shrimp-token"/);
  assert.match(ready, /<input type="hidden" name="domain" value="vault\.example\.net"\/>/);
  assert.match(ready, /<button[^>]* type="submit"[^>]*>.*?Verify<\/button>/);
  const early = form(nowSeconds - 30);
  assert.doesNotMatch(early, /<button/);
  assert.match(wordsOf(`<body>${early}`), /You can ask for a check here 30 seconds after the last change\./);
});

test('while the button is off a browser says so, and it keeps the keyboard [DOM-30]', () => {
  const start = { domain: domain(), cluster, nowMs: (nowSeconds + 60) * 1000 };
  const model = createVerifyModel(start, { ...createServerEffects(''), t, onChecked: () => {} });
  const buttonOf = (isOff: boolean) => {
    const form = createElement(VerifyForm, { model: { ...model, isButtonOff: signal(isOff) } });
    const html = renderToString(createElement(TextsContext, { value: { t, lang: 'en' } }, form));
    return /<button[^>]*>/.exec(html)?.[0] ?? '';
  };
  assert.match(buttonOf(true), / aria-disabled="true"/);
  assert.match(buttonOf(false), / aria-disabled="false"/);
});

test('news and failures stand in the banner below the heading [DOM-10 DOM-31 ERR-18]', () => {
  const notice = 'Domain verification initiated successfully.';
  assert.match(
    renderWithDomains(verifyPage({ notice })),
    /role="status" tabindex="-1" autofocus="">.*Domain verification initiated successfully\./,
  );
  const html = renderWithDomains(verifyPage({ error: { field: null, message: 'Try again in 5 seconds.' } }));
  assert.match(html, /<div class="alert alert--danger" role="alert"[^>]*>.*Try again in 5 seconds\./);
});

test("while a domain is fetched the screen says 'Loading domain information...' [DOM-17]", () => {
  const view = { kind: 'loading', screen: 'domain-verify' } as const;
  const drawn = createElement(ViewOf, { view, title: 'Verify your domain', components: {} });
  const html = renderToString(createElement(TextsContext, { value: { t, lang: 'en' } }, drawn));
  assert.match(html, /<h1 tabindex="-1">Verify your domain<\/h1>/);
  assert.match(html, /aria-busy="true"><p[^>]*>Loading domain information\.\.\.<\/p>/);
});
