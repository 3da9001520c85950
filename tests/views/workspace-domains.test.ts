import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strokesOf } from '../support/icons.ts';
import { addPage, apex, domain, domainsPage, nowSeconds, renderWithDomains, vhost } from './sample-domains.ts';
import { wordsOf } from './sample-pages.ts';
import { dashboardPage } from './sample-workspace.ts';

const verified = domain({ identifier: 'd0', display_domain: 'secrets.example.com', verified: true });
const list = [verified, domain(), apex];

/** The row of a domain. */
function rowOf(html: string, name: string): string {
  return html.match(/<tr>.*?<\/tr>/g)?.find((row) => row.includes(`<bdi>${name}</bdi>`)) ?? '';
}

/** What the sign of a status may be. */
const ICONS = ['check', 'alert', 'close', 'clock'] as const;

/** The sign of a status and its words. */
function signOf(status: string | null, status_message = '') {
  const row = domain({ vhost: status === null ? null : vhost(status, { status_message }) });
  const cell = /<td data-label="Status">.*?<\/td>/.exec(renderWithDomains(domainsPage({ domains: [row] })))?.[0] ?? '';
  const [drawn, ...more] = Array.from(cell.matchAll(/<path d="([^"]+)"/g), ([, path]) => path);
  assert.deepEqual(more, [], 'a single icon');
  return {
    icon: ICONS.find((name) => strokesOf(name) === drawn),
    className: /class="(pill[^"]*)"/.exec(cell)?.[1] ?? '',
    words: wordsOf(`<body>${cell}`).trim().replace(/\s+/g, ' '),
  };
}

test('all domains of a customer stand in a table of domain, status and added, in the order they come [DOM-01 DOM-02]', () => {
  const html = renderWithDomains(domainsPage({ domains: list }));
  assert.match(html, /<h1 tabindex="-1">Custom Domains<\/h1>/);
  const heads = [...html.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, head]) => head?.replace(/<[^>]+>/g, ''));
  assert.deepEqual(heads, ['Domain', 'Status', 'Added', 'Actions']);
  const names = [...html.matchAll(/<th scope="row"><bdi>(.*?)<\/bdi>/g)].map(([, name]) => name);
  assert.deepEqual(names, ['secrets.example.com', 'vault.example.net', 'example.org']);
});

test('each says how long ago it was added, and never in how long [DOM-02 LIM-04]', () => {
  const ages = [
    [5 * 3600, '5 hours ago'],
    [12 * 86_400, '12 days ago'],
    [20 * 60, '20 minutes ago'],
    [3599, '59 minutes ago'],
    // Whether that was yesterday depends on the hour.
    [37 * 3600, '1 day ago'],
    [-5, 'now'],
  ] as const;
  for (const [seconds, words] of ages) {
    const html = renderWithDomains(domainsPage({ domains: [domain({ created: nowSeconds - seconds })] }));
    assert.match(html, new RegExp(`<td class="nowrap" data-label="Added">${words}</td>`));
  }
});

test("'Add Domain' leads to the form, with and without domains [DOM-03]", () => {
  for (const domains of [list, []]) {
    const html = renderWithDomains(domainsPage({ domains }));
    assert.match(html, /<a class="btn btn--primary" href="\/account\/domains\/add">.*?Add Domain<\/a>/);
  }
});

test('the menu of a row leads to its steps and its appearance, and removes it by a form of its own [DOM-04 DOM-05]', () => {
  const row = rowOf(renderWithDomains(domainsPage({ domains: list })), 'vault.example.net');
  assert.match(row, /<summary[^>]*aria-label="Actions for vault\.example\.net"/);
  assert.match(row, /<a class="menu__item" href="\/account\/domains\/vault\.example\.net\/verify">Review verification/);
  assert.match(row, /<a class="menu__item" href="\/account\/domains\/vault\.example\.net\/brand">Appearance<\/a>/);
  assert.match(row, /<button class="[^"]*needs-script" type="button">Remove<\/button>/);
  const form = /<form[^>]*>.*?<\/form>/.exec(row)?.[0] ?? '';
  assert.match(form, /action="\/account\/domains\/vault\.example\.net\/remove" method="post"/);
  assert.match(form, /name="shrimp" value="shrimp-token"/);
  assert.match(form, /<button[^>]* type="submit">Remove domain<\/button>/);
});

test('a name with letters of its own is shown as people read it and written as addresses are [DOM-04]', () => {
  const html = renderWithDomains(domainsPage({ domains: [domain({ display_domain: 'bücher.example' })] }));
  assert.match(html, /<bdi>bücher\.example<\/bdi>/);
  assert.match(html, /href="\/account\/domains\/b%C3%BCcher\.example\/verify"/);
});

test('a status that contains ACTIVE is active: a check mark and words in green [DOM-25 DOM-26]', () => {
  for (const status of ['ACTIVE', 'ACTIVE_SSL', 'ACTIVE_SSL_PROXIED', 'PROXY_ACTIVE']) {
    assert.deepEqual(signOf(status), { icon: 'check', className: 'pill pill--ok', words: 'Active' });
  }
});

test('DNS_INCORRECT is a warning in yellow, with what the monitor says beside it [DOM-25 DOM-27]', () => {
  const sign = signOf('DNS_INCORRECT', 'DNS points to another address');
  assert.deepEqual(sign, {
    ...{ icon: 'alert', className: 'pill pill--warn', words: 'DNS incorrect DNS points to another address' },
  });
});

test('any other status is failing, in red [DOM-25 DOM-28]', () => {
  const words = new Map([
    ['UNREACHABLE', 'Not reachable'],
    ['SSL_INVALID', 'Certificate not valid'],
    ['UNPROVEN', 'TXT record missing'],
    ['TAKEN', 'Not working'],
    ['SOMETHING_NEW', 'Not working'],
    ['active', 'Not working'],
    ['DNS_INCORRECT_TOO', 'Not working'],
  ]);
  for (const [status, label] of words)
    assert.deepEqual(signOf(status), { icon: 'close', className: 'pill pill--burned', words: label });
});

test('what nobody has looked at yet is neither [DOM-25]', () => {
  assert.deepEqual(signOf(null), { icon: 'clock', className: 'pill', words: 'Not checked yet' });
});

test('a status and a message that say the same are said once', () => {
  assert.equal(signOf('ACTIVE', 'Active').words, 'Active');
});

test('without domains the page says what they are for', () => {
  const html = renderWithDomains(domainsPage());
  assert.match(html, /<h2>No domains yet<\/h2><p[^>]*>Send links from an address your recipients already know\./);
  assert.doesNotMatch(html, /<table/);
});

test('what has just happened is said above the table, and what went wrong in its place [DOM-05 ERR-18]', () => {
  const notice = 'Domain removed successfully';
  assert.match(renderWithDomains(domainsPage({ notice })), /role="status">.*Domain removed successfully<\/div>/);
  const html = renderWithDomains(domainsPage({ error: { field: null, message: 'Please try again.' } }));
  assert.match(html, /role="alert"[^>]*>.*Please try again\./);
});

test('the tab of custom domains is marked on their table, with their number [SHELL-31 SHELL-32]', () => {
  const html = renderWithDomains(domainsPage({ domains: list }), { custom_domains_record_count: 3 });
  const tabs = /<nav class="tabs app-tabs".*?<\/nav>/.exec(html)?.[0] ?? '';
  assert.match(
    tabs,
    /<a href="\/account\/domains" aria-current="page">Custom Domains <span class="badge">3<\/span><\/a>/,
  );
  assert.equal(tabs.split('aria-current').length, 2);
  assert.equal(/<nav class="tabs/.exec(renderWithDomains(addPage())), null);
});

test('the form asks for one text that is needed, and has the keyboard at once [DOM-06 DOM-07]', () => {
  const html = renderWithDomains(addPage());
  assert.match(html, /<h1 tabindex="-1">Add your domain<\/h1>/);
  const form = /<form[^>]*action="\/account\/domains\/add".*?<\/form>/.exec(html)?.[0] ?? '';
  assert.match(form, /method="post"/);
  const fields = form.match(/<input(?![^>]*type="hidden")[^>]*>/g) ?? [];
  assert.equal(fields.length, 1);
  for (const part of ['name="domain"', 'type="text"', 'required=""', 'autofocus=""'])
    assert.ok(fields[0]?.includes(part));
  assert.match(fields[0] ?? '', /placeholder="e\.g\. secrets\.example\.com"/);
  assert.doesNotMatch(fields[0] ?? '', /pattern=|maxlength=/i);
});

test("its button says 'Continue', and nothing is under way yet [DOM-08 DOM-09]", () => {
  const html = renderWithDomains(addPage());
  assert.match(html, /<button class="btn btn--primary btn--lg" type="submit"[^>]*>Continue<\/button>/);
  assert.doesNotMatch(html, /Adding\.\.\.|Navigating/);
});

test('a refused form comes back with what was typed, the reason in the banner and the field marked [ERR-18]', () => {
  const error = { field: 'domain', message: 'Not a valid domain address.' };
  const html = renderWithDomains(addPage({ typed: 'localhost"', error }));
  assert.match(
    html,
    /<div class="gap" id="domain-error"><div class="alert alert--danger" role="alert"[^>]*>.*Not a valid/,
  );
  const field = /<input[^>]*id="domain"[^>]*>/.exec(html)?.[0] ?? '';
  for (const part of ['aria-describedby="domain-error"', 'aria-invalid="true"', 'value="localhost&quot;"']) {
    assert.ok(field.includes(part), field);
  }
});

test('the screen of the form is marked as one without the feedback link [DOM-06]', () => {
  assert.match(renderWithDomains(addPage()), /without-feedback/);
  assert.doesNotMatch(renderWithDomains(domainsPage()), /without-feedback/);
});

const customDomains = [{ name: 'secrets.example.com', host: 'secrets.example.com', linkPrefix: 'https://x/secret/' }];

test('whoever has domains chooses one for the link, the site itself first [CRE-08 CRE-11]', () => {
  const html = renderWithDomains(dashboardPage({ customDomains }));
  const select = /<select[^>]*name="share_domain".*?<\/select>/.exec(html)?.[0] ?? '';
  const options = [...select.matchAll(/<option value="([^"]*)"( selected="")?>([^<]*)</g)].map(([, ...parts]) => parts);
  assert.deepEqual(options, [
    ['hush.example.org', ' selected=""', 'hush.example.org'],
    ['secrets.example.com', undefined, 'secrets.example.com'],
  ]);
  assert.match(html, /<label class="label" for="share_domain">Domain<\/label>/);
  assert.doesNotMatch(html, /type="hidden" name="share_domain"/);
});

test('whoever has none has no choice, and the link is for this site', () => {
  const html = renderWithDomains(dashboardPage());
  assert.doesNotMatch(html, /<select[^>]*name="share_domain"/);
  assert.match(html, /<input type="hidden" name="share_domain" value="hush\.example\.org"\/>/);
});

test('a form that comes back keeps the domain, and previews its link [CRE-09]', () => {
  const html = renderWithDomains(dashboardPage({ customDomains, shareDomain: 'secrets.example.com' }));
  assert.match(html, /<option value="secrets\.example\.com" selected="">/);
  assert.match(html, /https:\/\/x\/secret\/•{26}/);
});

test('what is wrong with the domain is said at the field, in the opened section', () => {
  const error = { field: 'share_domain', message: 'This sharing domain is not known here.' };
  const html = renderWithDomains(dashboardPage({ customDomains, error }));
  assert.match(html, /<p class="error" id="share_domain-error" role="alert"[^>]*>.*?not known here\./);
  assert.match(html, /<select[^>]*aria-describedby="share_domain-hint share_domain-error" aria-invalid="true"/);
  assert.match(html, /<details class="disc" open="">/);
});
