import type { Request } from 'express';
import type { Answers } from '#src/http/answers.ts';
import { NOT_FOUND, type RefusalKind, wireOf } from '#src/http/refusals.ts';
import type { Refuse } from '#src/http/routes.ts';
import { sendJson } from '#src/http/send.ts';

/** No sentences for people but a part of the contract: programs compare them to the letter, in every language. */
const UNKNOWN_SECRET = 'Unknown secret';
const NOT_AUTHORIZED = 'Not authorized';
const NOTHING_TO_SHARE = 'You did not provide anything to share';

/** The refusals that v1 has its own words for. Whatever is the matter with a secret, v1 calls it unknown. */
const TEXTS: Readonly<Partial<Record<RefusalKind, string>>> = {
  gone: UNKNOWN_SECRET,
  'unknown-record': UNKNOWN_SECRET,
  'wrong-passphrase': UNKNOWN_SECRET,
  locked: UNKNOWN_SECRET,
  'locked-for-long': UNKNOWN_SECRET,
  'too-early': UNKNOWN_SECRET,
  'already-received': UNKNOWN_SECRET,
  'already-burned': UNKNOWN_SECRET,
  'already-expired': UNKNOWN_SECRET,
  'not-authorized': NOT_AUTHORIZED,
  'create-needs-account': NOT_AUTHORIZED,
  'nothing-to-share': NOTHING_TO_SHARE,
  'not-found': NOT_FOUND,
  'method-not-allowed': NOT_FOUND,
};

/** Statuses that are not 404: what is refused before a call is looked at, or could not be done now. */
const OTHER_STATUSES: readonly number[] = [400, 413, 421, 429, 500, 503];

/** Every error of a call is 404, with the text that v1 has for it, else with ours. */
export function createV1Refuse({ messageOf }: Pick<Answers, 'messageOf'>): Refuse {
  return (request, response, refusal) => {
    const status = v1StatusOf(refusal.kind);
    const text = TEXTS[refusal.kind];
    // A lock must look like a key that nobody has.
    if (status !== 404 && refusal.retryAfter !== undefined) response.setHeader('Retry-After', refusal.retryAfter);
    sendJson(response, status, {
      message: text ?? messageOf(request, response, refusal),
      ...(text === UNKNOWN_SECRET && { secret_key: keyAsGiven(request) }),
      ...(refusal.incident !== undefined && { incident: refusal.incident }),
    });
  };
}

/** Also for the description of the API. */
export function v1StatusOf(kind: RefusalKind): number {
  if (TEXTS[kind] !== undefined || kind === 'too-many-mails') return 404;
  const { status } = wireOf(kind);
  // v1 has no status for a kind of body that nobody can read.
  if (status === 415) return 400;
  return OTHER_STATUSES.includes(status) ? status : 404;
}

/** Of the address that was asked for: on a custom domain a foreign key has been replaced by now. */
function keyAsGiven({ originalUrl, baseUrl, params }: Request): string {
  const [, key] = /^\/[^/]+\/([^/?]+)/.exec(originalUrl.slice(baseUrl.length)) ?? [];
  return key === undefined ? String(params.key) : decodeURIComponent(key);
}
