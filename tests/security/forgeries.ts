import assert from 'node:assert/strict';
import type { Answer } from '../durability/client.ts';

/** What a request may claim about the name it was sent to, beside its Host. */
export const FORGERIES: readonly Record<string, string>[] = [
  { 'X-Forwarded-Host': 'evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '444' },
  { 'X-Forwarded-For': 'evil.example, 192.0.2.66', 'X-Forwarded-Proto': 'evil', 'X-Real-IP': 'evil.example' },
  { 'X-Forwarded-Server': 'evil.example', 'X-Forwarded-Prefix': '//evil.example', 'X-Forwarded-Scheme': 'evil' },
  { Forwarded: 'for=1.2.3.4;host=evil.example;proto=https' },
  { 'X-Host': 'evil.example', 'X-Original-Host': 'evil.example', 'X-HTTP-Host-Override': 'evil.example' },
  { 'X-Original-URL': '//evil.example/', 'X-Rewrite-URL': '//evil.example/', Referer: 'https://evil.example/' },
  { Origin: 'https://evil.example' },
];

/** The name of the forger is nowhere in these answers. */
export function expectNoEvil(answers: readonly Answer[]): void {
  for (const { headers, body } of answers) {
    assert.ok(!JSON.stringify(headers).includes('evil'), JSON.stringify(headers));
    assert.ok(!body.includes('evil'), body.toString());
  }
}
