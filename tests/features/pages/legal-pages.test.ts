import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { articleWords, LEGAL } from '../../support/legal.ts';

const { app } = createTestApp({ after }, { env: LEGAL });
const get = (path: string) => supertest(app).get(path).set('Host', 'localhost:3000');
const wordsAt = async (path: string) => articleWords((await get(path)).text);
const terms = await wordsAt('/info/terms');
const privacy = await wordsAt('/info/privacy');
const security = await wordsAt('/info/security');

test('terms, privacy and security policy are there for everybody, as whole pages [INFO-01]', async () => {
  for (const [name, title] of [
    ['terms', 'Terms'],
    ['privacy', 'Privacy'],
    ['security', 'Security policy'],
  ] as const) {
    const { status, text, headers } = await get(`/info/${name}`);
    assert.equal(status, 200);
    assert.match(text, new RegExp(`<title>${title} · Hushlink</title>`));
    assert.match(text, new RegExp(`<h1 lang="en" dir="ltr">${title}</h1>`));
    assert.match(text, /<nav class="toc" aria-label="On this page">/);
    assert.match(text, /<article class="prose" lang="en" dir="ltr"><h2 id="/);
    assert.equal(headers['set-cookie'], undefined);
    assert.equal(headers['x-robots-tag'], undefined);
    assert.ok(headers.etag);
  }
  await get('/info/contact').expect(404);
  await supertest(app).post('/info/terms').set('Host', 'localhost:3000').expect(405);
});

const facts: readonly (readonly [promise: string, where: readonly string[], words: RegExp])[] = [
  [
    'the youngest user is 13 [INFO-02]',
    [terms, privacy],
    /You must be at least 13 years old|you must be at least 13 years/,
  ],
  [
    'one person has one free personal and one free machine account [INFO-03]',
    [terms],
    /One person may hold one free personal account and one free machine account/,
  ],
  ['IP addresses are kept at most 30 days [INFO-04]', [terms, privacy], /IP addresses are kept at most 30 days\./],
  ['backups are kept at most 14 days [INFO-05]', [terms, privacy], /Backups are kept at most 14 days\./],
  [
    'a cancelled profile is deleted within 90 days [INFO-06]',
    [terms, privacy],
    /(A cancelled profile|profile of a cancelled account) is deleted within 90 days\./,
  ],
  [
    'a profile is deleted on request within 30 days [INFO-07]',
    [terms, privacy],
    /If you ask (for it, your profile is deleted|us to delete your profile, we do so) within 30 days\./,
  ],
  [
    'a copy of the data can be asked for during 90 days [INFO-08]',
    [terms, privacy],
    /You may ask for a copy of your data for 90 days/,
  ],
  [
    'payment is by a card payment provider, in advance, without refunds [INFO-09]',
    [terms],
    /payment goes through a card payment provider.* billed in advance.* There are no refunds/,
  ],
  ['changes are told 30 days before [INFO-10]', [terms, privacy], /tell you at least 30 days before/],
  ['complaints are answered within 45 days [INFO-11]', [terms, privacy], /We answer complaints within 45 days\./],
  [
    'paid organisation accounts may ask for more logins, as many as their level has [INFO-12]',
    [terms],
    /Holders of a paid organisation account may request additional logins\. How many .* set by the subscription level\./,
  ],
  [
    'what is electronic counts as written, and legal notice must be in writing [INFO-13]',
    [terms],
    /electronically, by e-mail or in the service, counts as written.* Legal notices to us must be in writing\./,
  ],
  [
    'support is electronic, not by telephone [INFO-14]',
    [terms],
    /by e-mail, in-service messages and electronic messages only\. There is no telephone support\./,
  ],
  [
    'the service is offered as is, and liability is limited [INFO-15]',
    [terms],
    /offered as is and as available, without warranties of any kind.* Our liability .* is limited to/,
  ],
  [
    'users release us from disputes with others, and indemnify us [INFO-16]',
    [terms],
    /dispute with another user of the service, you release us .* You indemnify us/,
  ],
  [
    'terms change with notice by e-mail or on the site, and using the service afterwards accepts it [INFO-17]',
    [terms],
    /by e-mail or by a prominent notice on the site\. If you go on using the service after that, you accept/,
  ],
  [
    'we may refuse or discontinue the service at any time [INFO-18]',
    [terms],
    /We may refuse the service to anybody, or change, interrupt or discontinue it or a part of it, at any time\./,
  ],
  [
    'the law is that of a Canadian province, and the courts sit in its largest western city [INFO-19]',
    [terms],
    /governed by the law of the Province of British Columbia, Canada.* The courts in Vancouver decide/,
  ],
  ['we may assign the terms, users may not [INFO-20]', [terms], /We may assign these terms.* You may not assign them/],
  ['headings and summaries bind nobody [INFO-21]', [terms], /headings and the summaries .* They are not binding\./],
  [
    'severability, amendments and questions are covered [INFO-22]',
    [terms],
    /Severability\. If a part .* Amendments\. Nothing but .* § Questions .* ask us/,
  ],
  [
    'which versions are supported stands in a table [INFO-23]',
    [security],
    /§ Supported versions .* 0\.18\.x and later Yes 0\.17\.x Yes 0\.16\.0 and earlier No/,
  ],
  [
    'reports go by mail to an address, with a subject and four details [INFO-24]',
    [security],
    /report it by e-mail.* security \[at\] example \[dot\] org with the subject Vulnerability Report: \[Brief Description\]\. .* a description .* steps to reproduce .* its impact.* your contact information/,
  ],
  [
    'reports are acknowledged in 5, assessed in 14 business days, with news every 7 days [INFO-25]',
    [security],
    /We acknowledge your report within 5 business days\. You get an initial assessment within 14 business days\. You get status updates at least every 7 days until/,
  ],
  [
    'accepted reports get a fix and a notice, declined ones reasons, and all stay confidential until a fix is there [INFO-26]',
    [security],
    /If we accept a report, we make a fix and publish a notice\. If we decline a report, you get a detailed explanation why\. Reports are kept confidential until a fix is in place\./,
  ],
];
for (const [promise, where, words] of facts) {
  test(`the pages say: ${promise}`, () => {
    for (const text of where) assert.match(text, words);
  });
}

test('a version that is supported is told by sign and colour beside the word, another one by another sign', async () => {
  const { text } = await get('/info/security');
  assert.equal(
    text.match(/<span class="pill pill--ok"><svg[^>]*aria-hidden="true"[^>]*>.*?<\/svg>Yes<\/span>/g)?.length,
    2,
  );
  assert.match(text, /<span class="pill"><svg[^>]*>.*?<\/svg>No<\/span>/);
});

test('no address of a person stands in a page as programs look for it, and a press copies it', async () => {
  for (const name of ['terms', 'privacy', 'security']) {
    const { text } = await get(`/info/${name}`);
    assert.doesNotMatch(text, /@example\.org|mailto:/);
    assert.match(text, /<button class="btn-link email-link needs-script" type="button"[^>]*data-email="/);
  }
});

test('privacy names every cookie, what is kept for how long, and what the operator could read', () => {
  for (const cookie of ['sess', 'visit', 'locale']) assert.match(privacy, new RegExp(` ${cookie} `));
  assert.match(privacy, /kept for 14 days, encrypted/);
  assert.match(privacy, /not used it for 1 day, or for 30 days if you asked to be remembered/);
  assert.match(privacy, /We cannot read what was shared by visitors without an account/);
  assert.match(privacy, /We could, with the server's own key/);
});
