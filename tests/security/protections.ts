import assert from 'node:assert/strict';
import type { Answer } from '../durability/client.ts';
import type { Provoked } from './provoked.ts';

/** The dynamic ones: nobody may keep them. */
export function expectProtected(provoked: readonly Provoked[]): void {
  for (const { headers, label } of provoked) {
    expectProtections(headers, label);
    assert.equal(headers['cache-control'], 'no-store', label);
    assert.equal(headers.etag, undefined, label);
  }
}

/** What every answer carries. */
export function expectProtections(headers: Answer['headers'], label: string): void {
  assert.deepEqual(missingProtections(headers), [], label);
}

/** Of what every answer carries, besides those of uploaded pictures, what this one lacks, or has too much. */
export function missingProtections(headers: Answer['headers']): string[] {
  const policy = String(headers['content-security-policy']);
  const directives = new Map(policy.split(';').map((part) => part.trim().split(/\s+(.*)/s) as [string, string]));
  const isNone = ['default-src', 'base-uri', 'frame-ancestors'].every((name) => directives.get(name) === "'none'");
  const isSelf = ['script-src', 'style-src', 'form-action'].every((name) => directives.get(name) === "'self'");
  const isStrict = isNone && isSelf && !/unsafe|nonce|http:|https:|\*/.test(policy);
  return [...(isStrict ? [] : [`a policy: ${policy}`]), ...missingBesidePolicy(headers)];
}

/** The same, whatever the Content-Security-Policy is. */
export function missingBesidePolicy(headers: Answer['headers']): string[] {
  const wanted = Object.entries(HEADERS).filter(([name, value]) => !value.test(String(headers[name])));
  const unwanted = ['x-powered-by', 'server'].filter((name) => headers[name] !== undefined);
  return [...wanted.map(([name]) => `${name}: ${headers[name]}`), ...unwanted.map((name) => `no ${name}`)];
}

const HEADERS: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
};
