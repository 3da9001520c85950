import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homePage, render, textareaValue } from './sample-pages.ts';
import { dashboardPage, renderSignedIn, signedIn } from './sample-workspace.ts';

function globalsOf(html: string): Record<string, unknown> {
  const block = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return JSON.parse(block).globals;
}

test('the page of somebody signed in begins with who it is, the plan and the counts [API-34 AUTH-22]', () => {
  const globals = globalsOf(renderSignedIn(dashboardPage()));
  assert.equal(globals.authenticated, true);
  assert.deepEqual(globals.authentication, { enabled: true, signup: true, signin: true });
  assert.deepEqual([globals.customer, globals.plan], [signedIn.customer, signedIn.plan]);
  assert.deepEqual([globals.metadata_record_count, globals.custom_domains_record_count], [6, 0]);
});

test('it begins with the facts of the site, and a prefilled secret stands in its form [API-35]', () => {
  const html = renderSignedIn(dashboardPage({ secret: 'prefilled', isPrefilled: true }));
  const names = ['domains_enabled', 'custom_domains', 'site_host', 'incoming_recipient', 'plans_enabled'];
  for (const name of [...names, 'support_host', 'global_banner', 'version']) assert.ok(name in globalsOf(html), name);
  assert.equal(textareaValue(html, 'secret'), 'prefilled');
});

test('it begins with the regions [API-36]', () => {
  const jurisdiction = {
    identifier: 'EU',
    display_name: 'European Union',
    domain: 'eu.example.org',
    icon: 'flag',
  } as const;
  const globals = globalsOf(renderSignedIn(dashboardPage(), { regions_enabled: true, jurisdictions: [jurisdiction] }));
  assert.deepEqual([globals.regions_enabled, globals.jurisdictions], [true, [jurisdiction]]);
});

test('the page of nobody says only that: it stays small', () => {
  assert.deepEqual(globalsOf(render(homePage())), { authenticated: false, customer: null });
});
