import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globalsOn } from '../support/page-globals.ts';
import { homePage, render } from './sample-pages.ts';
import { knowing } from './sample-people.ts';
import { dashboardPage, renderSignedIn, signedIn } from './sample-workspace.ts';

test('the page of somebody signed in begins with who it is, the plan and the counts [API-34 AUTH-22]', () => {
  const globals = globalsOn(renderSignedIn(dashboardPage()));
  assert.equal(globals.authenticated, true);
  assert.deepEqual(globals.authentication, { enabled: true, signup: true, signin: true });
  assert.deepEqual([globals.customer, globals.plan], [signedIn.customer, signedIn.plan]);
  assert.deepEqual([globals.metadata_record_count, globals.custom_domains_record_count], [6, 0]);
});

test('it begins with the facts of the site, and with what the form begins with [API-35]', () => {
  const globals = globalsOn(renderSignedIn(dashboardPage(), { form_fields: { secret: 'prefilled' } }));
  const names = ['domains_enabled', 'custom_domains', 'site_host', 'incoming_recipient', 'plans_enabled'];
  for (const name of [...names, 'support_host', 'global_banner', 'version']) assert.ok(name in globals, name);
  assert.deepEqual(globals.form_fields, { secret: 'prefilled' });
});

test('it begins with the regions [API-36]', () => {
  const jurisdiction = {
    identifier: 'EU',
    display_name: 'European Union',
    domain: 'eu.example.org',
    icon: 'flag',
  } as const;
  const globals = globalsOn(renderSignedIn(dashboardPage(), { regions_enabled: true, jurisdictions: [jurisdiction] }));
  assert.deepEqual([globals.regions_enabled, globals.jurisdictions], [true, [jurisdiction]]);
});

test('the page of nobody says only that, and what the form begins with: it stays small', () => {
  const nobody = { authenticated: false, customer: null };
  assert.deepEqual(globalsOn(render(homePage())), nobody);
  const form_fields = { secret: 'prefilled' };
  assert.deepEqual(globalsOn(render(homePage(), knowing({ form_fields }))), { ...nobody, form_fields });
});
