import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusals, type Sample } from './load-sample.ts';

const MAIL = 'mail: { smtp: "smtp://mail.hush.test", from: a@hush.test }\n';
const lanes = (memoryKib: number): Sample => ({
  own: `authentication: { argon2: { lanes: 64, memory_kib: ${memoryKib} } }`,
});
const waits = (maxDelay: number): Sample => ({
  own: `secrets: { passphrase: { first_delay: 30, max_delay: ${maxDelay} } }`,
});
const signup = (keys: string, mail = ''): Sample => ({ own: `${mail}authentication: { ${keys} }` });

/** What is taken, and what lies right beside it and is not. */
const bounds: readonly (readonly [promise: string, right: readonly Sample[], wrong: readonly Sample[]])[] = [
  ['the longest wait may be the first one', [waits(30)], [waits(29)]],
  ['argon2 has 8 KiB for each lane', [lanes(512)], [lanes(511)]],
  [
    'only domains whose mail is read may be those that sign up',
    [signup('signup_domains: [a.example]', MAIL), signup('autoverify: true', MAIL)],
    [signup('signup_domains: [a.example]'), signup('signup_domains: [a.example], autoverify: true', MAIL)],
  ],
];

for (const [promise, right, wrong] of bounds) {
  test(promise, () => {
    for (const sample of right) assert.deepEqual(refusals(sample), []);
    for (const sample of wrong) assert.equal(refusals(sample).length, 1, String(sample.own));
  });
}
