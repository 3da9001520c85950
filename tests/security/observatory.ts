import type { IncomingHttpHeaders } from 'node:http';

/**
 * One page as the HTTP Observatory sees it. Its tests and points are those that MDN publishes (algorithm 4 and the two
 * newer tests); whether a host is preloaded for HSTS is not asked, so nothing is ever granted for that.
 */
export interface Visit {
  /** With https. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly html: string;
  /** Where the same path leads over plain http: null without an answer there, else its status and target. */
  readonly overHttp: { readonly status: number; readonly location: string } | null;
  /** Of the answer to a page of another site. */
  readonly crossOrigin: IncomingHttpHeaders;
}

export interface Grade {
  readonly score: number;
  readonly grade: string;
  /** Points of each of the twelve tests. */
  readonly points: Readonly<Record<string, number>>;
}

/** More than 100 is only for those who have lost next to nothing. */
const EXTRA_CREDIT_FROM = 90;
const GRADES = [
  ...([
    [100, 'A+'],
    [90, 'A'],
    [85, 'A-'],
    [80, 'B+'],
    [70, 'B'],
    [65, 'B-'],
    [60, 'C+'],
    [50, 'C'],
  ] as const),
  ...([
    [45, 'C-'],
    [40, 'D+'],
    [30, 'D'],
    [25, 'D-'],
    [0, 'F'],
  ] as const),
];

export function gradeOf(visit: Visit): Grade {
  const points = Object.fromEntries(Object.entries(TESTS).map(([name, test]) => [name, test(visit)]));
  const values = Object.values(points);
  const sum = (wanted: (value: number) => boolean) => values.filter(wanted).reduce((all, value) => all + value, 0);
  const lost = 100 + sum((value) => value < 0);
  const score = Math.max(0, lost >= EXTRA_CREDIT_FROM ? lost + sum((value) => value > 0) : lost);
  return { score, points, grade: GRADES.find(([least]) => score >= least)?.[1] ?? 'F' };
}

const TESTS: Readonly<Record<string, (visit: Visit) => number>> = {
  'content-security-policy': pointsOfPolicy,
  cookies: pointsOfCookies,
  'cross-origin-resource-sharing': pointsOfSharing,
  'cross-origin-resource-policy': ({ headers }) =>
    pointsFor(headers['cross-origin-resource-policy'], { 'same-origin': 10, 'same-site': 10, 'cross-origin': 0 }, 0),
  // Of these two the points are not published: what can be read is no loss.
  'cross-origin-opener-policy': ({ headers }) =>
    pointsFor(
      headers['cross-origin-opener-policy'],
      { 'same-origin': 0, 'same-origin-allow-popups': 0, 'noopener-allow-popups': 0, 'unsafe-none': 0 },
      0,
    ),
  'cross-origin-embedder-policy': ({ headers }) =>
    pointsFor(headers['cross-origin-embedder-policy'], { 'require-corp': 0, credentialless: 0, 'unsafe-none': 0 }, 0),
  redirection: pointsOfRedirection,
  'referrer-policy': ({ headers }) =>
    pointsFor(
      headers['referrer-policy'],
      { 'no-referrer': 5, 'same-origin': 5, 'strict-origin': 5, 'strict-origin-when-cross-origin': 5 },
      0,
    ),
  'strict-transport-security': pointsOfTransport,
  'subresource-integrity': pointsOfScripts,
  'x-content-type-options': ({ headers }) => pointsFor(headers['x-content-type-options'], { nosniff: 0 }, -5),
  'x-frame-options': ({ headers }) =>
    policyOf(headers).has('frame-ancestors')
      ? 5
      : pointsFor(headers['x-frame-options'], { deny: 0, sameorigin: 0 }, -20),
};

/** What is there and not among the known values costs at least five. */
function pointsFor(
  value: string | string[] | undefined,
  known: Readonly<Record<string, number>>,
  missing: number,
): number {
  if (value === undefined) return missing;
  return known[String(value).trim().toLowerCase()] ?? Math.min(-5, missing);
}

function policyOf(headers: IncomingHttpHeaders): ReadonlyMap<string, readonly string[]> {
  const parts = String(headers['content-security-policy'] ?? '')
    .split(';')
    .filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part) => {
      const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/);
      return [name, sources] as const;
    }),
  );
}

const BROAD = /^(?:(?:ftp|https?):(?:\/\/\*(?:\.\*)?)?|\*)$/;
const INLINE = /^(?:'unsafe-inline'|data:)$/;
const UNENCRYPTED = /^(?:http|ftp):/;

function pointsOfPolicy({ headers }: Visit): number {
  const policy = policyOf(headers);
  if (policy.size === 0) return -25;
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const has = (list: readonly string[], pattern: RegExp) => list.some((source) => pattern.test(source));
  const [script, style] = [sources('script-src'), sources('style-src')];
  if (has(script, BROAD) || has(script, INLINE) || has(sources('object-src'), BROAD)) return -20;
  const passive = ['img-src', 'media-src'];
  const active = [...policy].filter(([name]) => !passive.includes(name)).flatMap(([, list]) => list);
  if (has(active, UNENCRYPTED)) return -20;
  if (has([...script, ...style], /^'unsafe-eval'$/) || has(passive.flatMap(sources), UNENCRYPTED)) return -10;
  if (has(style, BROAD) || has(style, INLINE)) return 0;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
}

/** The worst of them counts. Names with 'sess' or 'login' are those of sessions. */
function pointsOfCookies(visit: Visit): number {
  const lines = visit.headers['set-cookie'] ?? [];
  const isEncrypted = pointsOfTransport(visit) === 0;
  const points = lines.map((line) => {
    const [name = '', ...rest] = line.toLowerCase().split(/\s*;\s*/);
    const isOfSession = /^[^=]*(?:sess|login)/.test(name);
    const sameSite = rest.find((one) => one.startsWith('samesite'))?.split('=')[1];
    if (!rest.includes('secure')) return (isOfSession ? -40 : -20) * (isEncrypted ? 0.25 : 1);
    if (isOfSession && !rest.includes('httponly')) return -30;
    if (sameSite !== undefined && !['lax', 'strict', 'none'].includes(sameSite)) return -20;
    if (sameSite === undefined) return /^[^=]*csrf/.test(name) ? -20 : 0;
    return 5;
  });
  return points.length === 0 ? 0 : Math.min(...points);
}

function pointsOfSharing({ crossOrigin }: Visit): number {
  const allowed = crossOrigin['access-control-allow-origin'];
  return allowed !== undefined && allowed !== '*' && crossOrigin['access-control-allow-credentials'] === 'true'
    ? -50
    : 0;
}

function pointsOfRedirection({ url, overHttp }: Visit): number {
  if (overHttp === null) return 0;
  if (overHttp.status < 300 || overHttp.status >= 400 || !URL.canParse(overHttp.location)) return -20;
  const target = new URL(overHttp.location);
  if (target.protocol !== 'https:') return -10;
  return target.hostname === url.hostname ? 0 : -5;
}

const HALF_A_YEAR_SECONDS = 15_552_000;

function pointsOfTransport({ headers }: Visit): number {
  const [, maxAge] = /^max-age=(\d+)(?:;[^,]*)?$/i.exec(String(headers['strict-transport-security'] ?? '')) ?? [];
  if (maxAge === undefined) return -20;
  return Number(maxAge) >= HALF_A_YEAR_SECONDS ? 0 : -10;
}

/** Scripts of this site need no hash; those of others do, and have to come encrypted. */
function pointsOfScripts({ html, url }: Visit): number {
  const tags = html.match(/<script\b[^>]*\bsrc="[^"]*"[^>]*>/g) ?? [];
  const foreign = tags.filter((tag) => new URL(addressIn(tag), url).origin !== url.origin);
  const isHashed = (tag: string) => tag.includes(' integrity="');
  if (foreign.some((tag) => !addressIn(tag).startsWith('https:'))) return foreign.every(isHashed) ? -20 : -50;
  if (!foreign.every(isHashed)) return -5;
  return tags.some(isHashed) ? 5 : 0;
}

function addressIn(tag: string): string {
  return /\bsrc="([^"]*)"/.exec(tag)?.[1] ?? '';
}
