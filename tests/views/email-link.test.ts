import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress } from '#src/ui/email-address.ts';
import { emailLinkHtml } from '#views/info/email-link-html.tsx';
import { t } from './sample-pages.ts';

const link = (address: string) => emailLinkHtml(address, { t, lang: 'en' });

test('an e-mail link says the address in words, and holds it in no form that programs look for [SHELL-34]', () => {
  const html = link('security.team@hush.example.org');
  assert.match(html, /<bdi dir="ltr">security \[dot\] team \[at\] hush \[dot\] example \[dot\] org<\/bdi>/);
  assert.doesNotMatch(html, /@|mailto|&#64;|&#x40;|%40|hush\.example/);
  const [, hidden = ''] = /data-email="([^"]+)"/.exec(html) ?? [];
  assert.equal(readAddress(hidden), 'security.team@hush.example.org');
});

test('what an e-mail link says when it was pressed is in the language of the page [SHELL-34]', () => {
  assert.match(link('a@example.org'), /data-copied="Email address copied to clipboard!"/);
});

test('an address of any script is copied as it is [SHELL-34]', () => {
  for (const address of ['δοκιμή@παράδειγμα.gr', 'o\'"<&>@example.org', '🔑@例え.jp']) {
    assert.equal(readAddress(/data-email="([^"]+)"/.exec(link(address))?.[1] ?? ''), address);
  }
});
