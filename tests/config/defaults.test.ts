import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PATH } from '#src/config/load.ts';
import { environmentName, KEY_PATHS, SECRET_KEYS } from '#src/config/schema.ts';
import { readYamlLayer } from '#src/config/yaml-layer.ts';
import { configOf, defaultText, load, loaded, refusals } from './load-sample.ts';

test('a secret lives seven days when nothing is configured [CRE-21]', () => {
  assert.equal(configOf().secrets.defaultTtlSeconds, 604_800);
});

test('the lifetimes on offer are those of the configuration, shortest first', () => {
  const standard = [300, 1800, 3600, 14_400, 43_200, 86_400, 259_200, 604_800, 1_209_600, 2_592_000];
  assert.deepEqual(configOf().secrets.ttlOptionsSeconds, standard);
  const { ttlOptionsSeconds } = configOf({ own: 'secrets: { ttl_options: [1d, 5m, 300, 1h] }' }).secrets;
  assert.deepEqual(ttlOptionsSeconds, [300, 3600, 86_400]);
});

/** Of one address in a minute. */
const manyRequests = {
  ...{ create: 600, reveal: 1200, sender: 1200, account: 1200, feedback: 120, payment: 60, other: 1200 },
};

test('without any setting the site stands on this machine alone and keeps its data beside it', () => {
  const { config, warnings } = loaded();
  assert.deepEqual(warnings, []);
  assert.equal(config.dataFolder, '/srv/data');
  assert.deepEqual(config.store, { kind: 'sqlite', path: '/srv/data/hushlink.db' });
  const site = { host: null, scheme: 'http', name: 'Hushlink', tagline: null, banner: null };
  assert.deepEqual(config.site, { ...site, secret: null, previousSecrets: [] });
  const listen = {
    port: 3000,
    host: '127.0.0.1',
    drainMs: 25_000,
    drainDelayMs: 0,
    trustedProxies: [],
    internal: null,
  };
  assert.deepEqual(config.listen, listen);
  const everything = { hasApi: true, hasEmail: true, hasCustomDomains: true };
  assert.deepEqual(config.plans, {
    ...{ isEnabled: false, paid: [] },
    anonymous: { ttlSeconds: 604_800, maxContentChars: 10_000 },
    basic: { ttlSeconds: 2_592_000, maxContentChars: 50_000, rateFactor: 1, ...everything },
  });
  assert.deepEqual(config.billing, { stripe: null, stripeOrigin: 'https://api.stripe.com' });
  const { perAddress, perAccount, ...limits } = config.limits;
  assert.deepEqual(limits, { bodyLimitBytes: 1_048_576, isEnabled: true, windowSeconds: 60 });
  assert.deepEqual(perAddress, manyRequests);
  const half = Object.entries(manyRequests).map(([group, requests]) => [group, requests / 2]);
  assert.deepEqual(perAccount, Object.fromEntries(half));
  assert.deepEqual(config.api, { isEnabled: true, corsOrigins: [] });
  assert.deepEqual(config.log, { level: 'info', hasAccess: true });
  assert.deepEqual(config.locales, { default: 'en' });
});

test('a wrong passphrase costs what the default configuration says', () => {
  const { passphrase, generated, senderCopySeconds, redeliverySeconds } = configOf().secrets;
  const waits = { maxTries: 10, firstDelaySeconds: 1, maxDelaySeconds: 30, maxLockSeconds: 3600 };
  assert.deepEqual(passphrase, { ...waits, isRequired: false, minChars: 0 });
  assert.deepEqual(generated, { lengthChars: 16, characterSets: ['lowercase', 'uppercase', 'digits', 'symbols'] });
  assert.deepEqual([senderCopySeconds, redeliverySeconds], [300, 60]);
});

test('the default file holds every key once, each with its environment names in the comment above it', () => {
  const { entries, problems } = readYamlLayer(defaultText, DEFAULT_PATH);
  assert.deepEqual(problems, []);
  assert.deepEqual(entries.map((entry) => entry.path).toSorted(), KEY_PATHS.toSorted());
  const lines = defaultText.split('\n');
  for (const { path, source } of entries) {
    assert.ok(source.kind === 'file' && source.line !== null);
    const comment = commentAbove(lines, source.line);
    assert.match(comment, new RegExp(`${environmentName(path)}\\b(?!_)`), path);
    if (SECRET_KEYS.has(path)) assert.match(comment, new RegExp(`${environmentName(path)}_FILE\\b`), path);
  }
});

test('a default file that lost a key stops the start', () => {
  const text = defaultText.replace(/^ {2}level: info$/m, '');
  assert.deepEqual(refusals({ defaultText: text }), [
    "config/hushlink.yaml log.level must be one of trace, debug, info, warn, error, fatal, silent (got nothing); hint: 'info' writes a line for each request, 'warn' only what needs somebody",
  ]);
});

test('everything that is wrong is reported at once', () => {
  const result = load({ own: 'log: { level: loud }\nsecretz: 1', env: { PORT: '70000' } });
  assert.equal(result.ok ? 0 : result.failure.problems.length, 3);
});

function commentAbove(lines: readonly string[], lineNumber: number): string {
  const above = lines.slice(0, lineNumber - 1);
  const start = above.findLastIndex((text) => !text.trim().startsWith('#'));
  return above.slice(start + 1).join('\n');
}

test('without any setting people can sign up, nobody is an administrator, and no mail is sent [FB-10]', () => {
  const { authentication, mail, api, feedback, secrets } = configOf();
  const { isEnabled, hasSignup, hasSignin, autoverifies, colonels, signupDomains } = authentication;
  assert.deepEqual([isEnabled, hasSignup, hasSignin, autoverifies], [true, true, true, true]);
  assert.deepEqual([colonels, signupDomains], [[], []]);
  assert.deepEqual(authentication.argon2, { memoryKib: 65_536, passes: 3, lanes: 4 });
  assert.deepEqual(mail, { smtp: null, from: null, tries: 12, linksPerDay: 50 });
  assert.deepEqual([api.isEnabled, feedback.isEnabled], [true, true]);
  assert.deepEqual(secrets.create, { allowed: 'anyone', networks: [] });
});

test('each number about accounts, mails and feedback comes under its own name', () => {
  const own = `
authentication:
  { session_ttl: 301, remember_ttl: 86401, reset_ttl: 303, verification_ttl: 304, tries: 5, address_tries: 6,
    first_delay: 7, max_delay: 8, argon2: { memory_kib: 99, passes: 9, lanes: 10 } }
mail: { tries: 11, links_per_day: 12 }
feedback: { captcha_max_number: 1013, unchecked_per_day: 14, red_button: true, enabled: false }
secrets: { sender_copy: 15, redelivery: 16, passphrase: { required: true, min_length: 17 } }
listen: { drain: 17, drain_delay: 18 }
domains: { dns_timeout: 19, monitor_interval: 61 }`;
  const { authentication, mail, feedback, secrets, listen, domains } = configOf({ own });
  const { sessionTtlSeconds, rememberTtlSeconds, resetTtlSeconds, verificationTtlSeconds } = authentication;
  const lifetimes = [sessionTtlSeconds, rememberTtlSeconds, resetTtlSeconds, verificationTtlSeconds];
  assert.deepEqual(lifetimes, [301, 86_401, 303, 304]);
  assert.deepEqual(authentication.guesses, { tries: 5, addressTries: 6, firstDelaySeconds: 7, maxDelaySeconds: 8 });
  assert.deepEqual(authentication.argon2, { memoryKib: 99, passes: 9, lanes: 10 });
  assert.deepEqual([mail.tries, mail.linksPerDay], [11, 12]);
  const asked = { captchaMaxNumber: 1013, uncheckedPerDay: 14 };
  assert.deepEqual(feedback, { isEnabled: false, hasRedButton: true, ...asked });
  assert.deepEqual([secrets.senderCopySeconds, secrets.redeliverySeconds], [15, 16]);
  assert.deepEqual([secrets.passphrase.isRequired, secrets.passphrase.minChars], [true, 17]);
  assert.deepEqual([listen.drainMs, listen.drainDelayMs], [17_000, 18_000]);
  assert.deepEqual([domains.dnsTimeoutMs, domains.monitorIntervalMs], [19_000, 61_000]);
});

test('where accounts are off nobody signs up or in, whatever else is set', () => {
  const { authentication } = configOf({ own: 'authentication: { enabled: false, signup: true, signin: true }' });
  assert.deepEqual([authentication.hasSignup, authentication.hasSignin], [false, false]);
});

test('where nobody can sign in nobody signs up either, whatever is set', () => {
  const { authentication } = configOf({ own: 'authentication: { signup: true, signin: false }' });
  assert.deepEqual([authentication.isEnabled, authentication.hasSignup], [true, false]);
});
