import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainToASCII } from 'node:url';
import { maskedConfig } from '#src/config/mask.ts';
import { custIdOf } from '#src/features/accounts/address.ts';
import { configOf, loaded, refusals } from './load-sample.ts';

const composed = 'rené@exämple.org';
const typed = [
  composed.normalize('NFD'),
  ` ${composed.toUpperCase()} `,
  'rené@xn--exmple-cua.org',
  'rené@ｅxämple.org',
  composed,
];

test('an administrator is named in the configuration by exactly the address that the account has', () => {
  for (const text of typed) {
    const { colonels } = configOf({ own: `authentication: { colonels: ["${text}"] }` }).authentication;
    assert.deepEqual(colonels, [custIdOf(text)]);
    assert.deepEqual(colonels, [composed]);
  }
});

test('one administrator in two spellings is one', () => {
  const own = `authentication: { colonels: ${JSON.stringify(typed)} }`;
  assert.deepEqual(configOf({ own }).authentication.colonels, [composed]);
});

test('a site whose pages may share is named, and a pattern of names, which no browser sends, is refused', () => {
  const own = (origin: string) => ({ own: `api: { cors_origins: ["${origin}"] }` });
  assert.deepEqual(configOf(own('HTTPS://App.Example.com:443/')).api.corsOrigins, ['https://app.example.com']);
  assert.deepEqual(configOf(own('*')).api.corsOrigins, ['*']);
  for (const pattern of ['https://*.example.com', 'https://*', 'http://app-*.example.com:8080'])
    assert.match(
      refusals(own(pattern)).join(),
      /cors_origins must be an origin such as https:\/\/example\.com, or \* \(got/,
    );
});

test('the domain of an address may be a name in any script, with its marks', () => {
  for (const text of ['संपर्क@डाटामेल.भारत', 'ಬೆಂಬಲ@ಡೇಟಾಮೇಲ್.ಭಾರತ', 'a@தமிழ்.இந்தியா', 'a@faß-2.example']) {
    assert.equal(custIdOf(text), text);
  }
  const thai = custIdOf('a@ไทยน้ำ.คอม');
  assert.ok(thai !== null && custIdOf(thai) === thai);
});

test('the signs that stand between letters in some scripts may be in a domain, which browsers send in A-labels', () => {
  for (const name of ['paral·lel.cat', 'ア・イ.jp', 'ג׳ו.קום']) {
    assert.equal(custIdOf(`a@${name}`), `a@${name}`);
    assert.equal(custIdOf(`a@${domainToASCII(name)}`), `a@${name}`);
  }
});

test('a domain in which people could not see what it holds is kept in A-labels', () => {
  const joined = domainToASCII('می\u200cخواهم.ir');
  assert.match(joined, /^xn--/);
  for (const name of [joined, domainToASCII('☃.org'), domainToASCII('a⁄b.org')])
    assert.equal(custIdOf(`a@${name}`), `a@${name}`);
});

test('a letter before the @ that is one with its mark only when small is the same address in capitals', () => {
  for (const small of ['ǰan', 'ẖasan', 'ẗ', 'ẘ', 'ẙ', 'ΐ', 'ΰ']) {
    const address = `${small}@example.org`;
    for (const typed of [address.toUpperCase(), address.normalize('NFD'), address.toUpperCase().normalize('NFD')]) {
      assert.equal(custIdOf(typed), address.normalize('NFC'), escape(typed));
    }
  }
});

test('what an address was read as is read as the same again, whatever sign is in its domain', () => {
  for (let sign = 0x80; sign < 0x3400; sign += 1) {
    const domain = `x${String.fromCodePoint(sign)}b.org`;
    for (const typed of [domain, domainToASCII(domain)]) {
      const read = custIdOf(`a@${typed}`);
      if (read !== null) assert.equal(custIdOf(read), read, sign.toString(16));
    }
  }
});

test('an address may have 64 characters before the @, and 254 in all', () => {
  const domain = (chars: number) => `${'b.'.repeat(chars).slice(0, chars - 4)}.org`;
  const longest = `${'x'.repeat(64)}@${domain(189)}`;
  assert.deepEqual([longest.length, custIdOf(longest)], [254, longest]);
  assert.deepEqual([custIdOf(`${'x'.repeat(64)}@${domain(190)}`), custIdOf(`x${longest}`)], [null, null]);
});

test('what is no address of an account is none in the configuration either', () => {
  const wrong = [
    'robin',
    'robin@',
    '@example.org',
    'a b@example.org',
    'a@b..org',
    'ro\u200bbin@example.org',
    'a@b@c.org',
    // No format characters, and yet nothing is drawn for them: joiners, fillers, selectors of a variant.
    ...[...'\u034f\u115f\u180b\u2800\u3164\ufe0f\u{e0100}'].map((sign) => `robin${sign}@example.org`),
  ];
  for (const text of [...wrong, `${'x'.repeat(65)}@example.org`, `a@${'x'.repeat(253)}`, 'a'.repeat(100_000)]) {
    assert.equal(custIdOf(text), null, text);
    const own = `authentication: { colonels: [${JSON.stringify(text)}] }`;
    assert.match(refusals({ own }).join(), /authentication\.colonels must be an e-mail address/);
  }
});

test('a password of the mail server with a bare percent sign is refused with the way to write it, and not shown', () => {
  const said =
    'HUSHLINK_MAIL_SMTP must be smtp://[user:password@]host[:port] or smtps://…, not a sample (got a value that is not shown); hint: put a password after its user, its special characters in percent-encoding';
  for (const account of ['robin:100%pure', 'ro%bin:trombone', 'robin:tr0mb0ne%'])
    assert.deepEqual(refusals({ env: { HUSHLINK_MAIL_SMTP: `smtps://${account}@mail.hush.test` } }), [said]);
  const env = { HUSHLINK_MAIL_SMTP: 'smtps://robin:100%25pure@mail.hush.test', HUSHLINK_MAIL_FROM: 'a@hush.test' };
  assert.equal(configOf({ env }).mail.smtp?.password?.reveal(), '100%pure');
});

test('a password of the mail server that belongs to no user is refused, not dropped', () => {
  const smtp = (account: string) => ({
    HUSHLINK_MAIL_SMTP: `smtp://${account}mail.hush.test`,
    HUSHLINK_MAIL_FROM: 'a@b.c',
  });
  const said = refusals({ env: smtp(':tr0mb0ne@') }).join();
  assert.match(said, /^HUSHLINK_MAIL_SMTP must be smtp:.*; hint: put a password after its user, /);
  assert.doesNotMatch(said, /tr0mb0ne/);
  for (const account of ['', 'robin@', 'robin:tr0mb0ne@']) assert.deepEqual(refusals({ env: smtp(account) }), []);
});

test('a mail server that is a sample, or more than a server, is refused; one that only ends alike is taken', () => {
  const smtp = (address: string) => ({ env: { HUSHLINK_MAIL_SMTP: address, HUSHLINK_MAIL_FROM: 'a@hush.test' } });
  const samples = ['smtp://example.com', 'smtps://mail.example.org:465', 'smtp://a:b@mail.EXAMPLE.net/'];
  const more = ['smtp://mail.hush.test/#example', 'smtp://mail_host', 'smtp://mail.hush.test:0'];
  for (const address of [...samples, 'smtp://robin:CHANGE-ME@mail.hush.test', ...more])
    assert.match(refusals(smtp(address)).join(), /^HUSHLINK_MAIL_SMTP must be .*, not a sample/, address);
  for (const host of ['mail.counterexample.com', 'myexample.org', 'example.com.au'])
    assert.equal(configOf(smtp(`smtp://${host}`)).mail.smtp?.host, host);
});

test('an international domain that may sign up is known in both of its writings', () => {
  const own =
    'mail: { smtp: "smtp://mail.hush.test", from: a@hush.test }\nauthentication: { signup_domains: [bücher.example, a.example] }';
  const { signupDomains } = configOf({ own }).authentication;
  assert.deepEqual(signupDomains, ['xn--bcher-kva.example', 'bücher.example', 'a.example']);
});

test('whom mails come from is an address, with a name as people read it, and is shown so that it means the same', () => {
  const address = 'no-reply@hush.test';
  const cases = [
    [address, '', address],
    ['Example, Inc. <No-Reply@hush.test>', 'Example, Inc.', `Example, Inc. <${address}>`],
    [`"Example, Inc." <${address}>`, 'Example, Inc.', `Example, Inc. <${address}>`],
    [`"A" and "B" <${address}>`, '"A" and "B"', String.raw`"\"A\" and \"B\"" <${address}>`],
    [String.raw`"The \"Hush\" \\ link" <${address}>`, String.raw`The "Hush" \ link`, null],
    [`" " <${address}>`, ' ', null],
    [`"${'\\"'.repeat(100)}" <${address}>`, '"'.repeat(100), null],
  ] as const;
  for (const [given, name, shown] of cases) {
    const { values, config } = loaded({ env: { HUSHLINK_MAIL_FROM: given } });
    assert.deepEqual(config.mail.from, { name, address });
    const again = (maskedConfig(values, config) as { mail: { from: string } }).mail.from;
    assert.equal(again, shown ?? given);
    assert.deepEqual(configOf({ env: { HUSHLINK_MAIL_FROM: again } }).mail.from, { name, address });
  }
});

test('what mails cannot come from is refused', () => {
  for (const given of [
    'Hushlink',
    '<a@hush.test>',
    'A <a>',
    `${'A'.repeat(101)} <a@hush.test>`,
    'A <a@hush.test> B',
    'A\u0007 <a@hush.test>',
  ])
    assert.match(refusals({ env: { HUSHLINK_MAIL_FROM: given } }).join(), /^HUSHLINK_MAIL_FROM must be an address or/);
});
