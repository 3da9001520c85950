import { INSIDE, type Knocked } from './header-matrix.ts';
import { missingBesidePolicy, missingProtections } from './protections.ts';

/** A picture that somebody has uploaded stands under a policy of its own. */
const PICTURE = '/brand/:id/:hash';
const PICTURE_POLICY = "sandbox; default-src 'none'";
const YEAR_SECONDS = 31_536_000;

/** What may be kept by whoever has asked for it, when it is there, and under which condition (docs/decisions.md). */
const KEPT: readonly (readonly [pattern: RegExp, cacheControl: RegExp])[] = [
  [/^\/static\/|^\/brand\//, /^public, max-age=\d+(?:, immutable)?$/],
  [/^\/(?:pricing|translations|info\/\w+|docs\/api)$|^\/api\/openapi\.json$/, /^(?:private, )?no-cache$/],
];

/** What is wrong with the headers of an answer, each with its label. */
export function faultsOf({ headers, pattern, status, label }: Knocked): string[] {
  const isPicture = pattern === PICTURE && status === 200;
  const policy = headers['content-security-policy'];
  const faults = isPicture ? missingBesidePolicy(headers) : missingProtections(headers);
  if (isPicture && policy !== PICTURE_POLICY) faults.push(`a policy: ${policy}`);
  if (!isKeptRightly(headers, pattern, status)) faults.push(`cache-control: ${headers['cache-control']}`);
  // Our own machines speak plain http among themselves.
  if (!pattern.startsWith(INSIDE) && !staysEncrypted(headers)) faults.push('no strict-transport-security');
  return faults.map((fault) => `${label}: ${fault}`);
}

function isKeptRightly(headers: Knocked['headers'], pattern: string, status: number): boolean {
  const [, kept = null] = KEPT.find(([patterns]) => patterns.test(pattern)) ?? [];
  const asked = String(headers['cache-control']);
  if (status === 200 && kept !== null) return kept.test(asked);
  return asked === 'no-store' && headers.etag === undefined;
}

function staysEncrypted(headers: Knocked['headers']): boolean {
  const [, maxAge] = /^max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? [];
  return Number(maxAge) >= YEAR_SECONDS;
}
