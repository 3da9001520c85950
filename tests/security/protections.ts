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
  const policy = String(headers['content-security-policy']);
  const directives = new Map(policy.split(';').map((part) => part.trim().split(/\s+(.*)/s) as [string, string]));
  assert.doesNotMatch(policy, /unsafe|nonce|http:|https:|\*/, label);
  for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
    assert.equal(directives.get(name), "'none'", label);
  for (const name of ['script-src', 'style-src', 'form-action']) assert.equal(directives.get(name), "'self'", label);
  assert.equal(headers['x-content-type-options'], 'nosniff', label);
  assert.equal(headers['referrer-policy'], 'no-referrer', label);
  assert.equal(headers['x-frame-options'], 'DENY', label);
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin', label);
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin', label);
  assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*microphone=\(\)/, label);
  assert.equal(headers['x-powered-by'], undefined, label);
  assert.equal(headers.server, undefined, label);
}
