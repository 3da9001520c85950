import { makeSecretHint } from './hints.ts';
import type { KeyPath, KeyValues } from './schema.ts';

/** A breach of a rule that more than one key takes part in. */
export interface CrossProblem {
  readonly path: KeyPath;
  readonly allowed: string;
  readonly hint: string;
}

/** A character takes at most 12 bytes on the wire: four of UTF-8, each as %XX in a form. */
const maxWireBytesPerChar = 12;

/** Names of fields, a passphrase, the anti-forgery token. */
const formOverheadBytes = 4096;

/** Rules that stop the start. */
export function findCrossProblems(values: KeyValues): readonly CrossProblem[] {
  return [
    ...checkSiteSecret(values),
    ...checkDelays(values),
    ...checkBodyLimit(values),
    ...checkSender(values),
    ...checkSignupDomains(values),
    ...checkLanes(values),
  ];
}

/** What works, but hardly as meant. */
export function findCrossWarnings(values: KeyValues): readonly string[] {
  const planTtlSeconds = values['plans.anonymous.ttl'];
  const isClamped = values['secrets.default_ttl'] > planTtlSeconds;
  const hasNoOption = values['secrets.ttl_options'].every((seconds) => seconds > planTtlSeconds);
  return [
    ...(isClamped ? [`secrets.default_ttl is more than plans.anonymous.ttl; ${planTtlSeconds} is used instead`] : []),
    ...(hasNoOption ? ['secrets.ttl_options are all more than plans.anonymous.ttl; the form offers none of them'] : []),
  ];
}

function checkSiteSecret(values: KeyValues): readonly CrossProblem[] {
  if (values.store?.kind !== 'redis' || values['site.secret'] !== null) return [];
  const hint = `${makeSecretHint} and set HUSHLINK_SITE_SECRET or HUSHLINK_SITE_SECRET_FILE for every process`;
  return [{ path: 'site.secret', allowed: 'must be set when the store is Redis', hint }];
}

function checkDelays(values: KeyValues): readonly CrossProblem[] {
  const firstSeconds = values['secrets.passphrase.first_delay'];
  if (values['secrets.passphrase.max_delay'] >= firstSeconds) return [];
  const allowed = `must be at least secrets.passphrase.first_delay, ${firstSeconds}`;
  return [
    { path: 'secrets.passphrase.max_delay', allowed, hint: 'the wait starts with the one and grows to the other' },
  ];
}

function checkSender(values: KeyValues): readonly CrossProblem[] {
  if (values['mail.smtp'] === null || values['mail.from'] !== null) return [];
  return [{ path: 'mail.from', allowed: 'must be set when mail.smtp is', hint: 'mails need somebody they come from' }];
}

/** An address that nobody has to read mail at proves no domain. */
function checkSignupDomains(values: KeyValues): readonly CrossProblem[] {
  if (values['authentication.signup_domains'].length === 0) return [];
  if (values['mail.smtp'] !== null && !values['authentication.autoverify']) return [];
  const hint = 'set mail.smtp and leave authentication.autoverify off, or leave the list empty';
  return [{ path: 'authentication.signup_domains', allowed: 'must be empty without mail verification', hint }];
}

/** RFC 9106, section 3.1. */
function checkLanes(values: KeyValues): readonly CrossProblem[] {
  const leastKib = 8 * values['authentication.argon2.lanes'];
  if (values['authentication.argon2.memory_kib'] >= leastKib) return [];
  const hint = 'argon2 needs 8 KiB for each of authentication.argon2.lanes';
  return [{ path: 'authentication.argon2.memory_kib', allowed: `must be at least ${leastKib}`, hint }];
}

function checkBodyLimit(values: KeyValues): readonly CrossProblem[] {
  const mostChars = Math.max(values['plans.anonymous.size'], values['plans.basic.size']);
  const neededBytes = mostChars * maxWireBytesPerChar + formOverheadBytes;
  if (values['limits.body_bytes'] >= neededBytes) return [];
  const hint = 'the largest content that a plan allows must fit into a request';
  return [{ path: 'limits.body_bytes', allowed: `must be at least ${neededBytes}`, hint }];
}
