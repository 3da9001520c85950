import assert from 'node:assert/strict';
import type { Answer } from '../durability/client.ts';

/** Its dot is what no token has. */
const FORGER = 'evil.example';

/** What a request may claim about the name it was sent to, beside its Host. */
export const FORGERIES: readonly Record<string, string>[] = [
  { 'X-Forwarded-Host': 'evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '444' },
  { 'X-Forwarded-For': 'evil.example, 192.0.2.66', 'X-Forwarded-Proto': 'evil.example', 'X-Real-IP': 'evil.example' },
  {
    'X-Forwarded-Server': 'evil.example',
    'X-Forwarded-Prefix': '//evil.example',
    'X-Forwarded-Scheme': 'evil.example',
  },
  { Forwarded: 'for=1.2.3.4;host=evil.example;proto=https' },
  { 'X-Host': 'evil.example', 'X-Original-Host': 'evil.example', 'X-HTTP-Host-Override': 'evil.example' },
  { 'X-Original-URL': '//evil.example/', 'X-Rewrite-URL': '//evil.example/', Referer: 'https://evil.example/' },
  { Origin: 'https://evil.example' },
];

/** Whether the forger is named in an answer, or in a mail, whose lines may be folded anywhere (RFC 2045, 6.7). */
export function namesForger(text: string): boolean {
  return text.replaceAll('=\r\n', '').includes(FORGER);
}

/** The name of the forger is nowhere in these answers. */
export function expectNoEvil(answers: readonly Answer[]): void {
  for (const { headers, body } of answers) {
    assert.ok(!namesForger(JSON.stringify(headers)), JSON.stringify(headers));
    assert.ok(!namesForger(String(body)), body.toString());
  }
}
