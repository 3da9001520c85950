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
  return [...checkSiteSecret(values), ...checkDelays(values), ...checkBodyLimit(values)];
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

function checkBodyLimit(values: KeyValues): readonly CrossProblem[] {
  const neededBytes = values['plans.anonymous.size'] * maxWireBytesPerChar + formOverheadBytes;
  if (values['limits.body_bytes'] >= neededBytes) return [];
  const hint = 'the largest content that plans.anonymous.size allows must fit into a request';
  return [{ path: 'limits.body_bytes', allowed: `must be at least ${neededBytes}`, hint }];
}
