import { MAKE_SECRET_HINT } from './hints.ts';
import { checkBilling } from './money-checks.ts';
import { planBounds } from './plan-bounds.ts';
import type { KeyPath, KeyValues } from './schema.ts';

/** A breach of a rule that more than one key takes part in. */
export interface CrossProblem {
  readonly path: KeyPath;
  readonly allowed: string;
  readonly hint: string;
}

/** A character takes at most 12 bytes on the wire: four of UTF-8, each as %XX in a form. */
const MAX_WIRE_BYTES_PER_CHAR = 12;

/** Names of fields, a passphrase, the anti-forgery token. */
const FORM_OVERHEAD_BYTES = 4096;

/** Breaches of rules that stop the start. */
export function findCrossProblems(values: KeyValues): readonly CrossProblem[] {
  return [
    ...checkSiteSecret(values),
    ...checkPreviousSecrets(values),
    ...checkWaitReplicas(values),
    ...checkDelays(values),
    ...checkBodyLimit(values),
    ...checkSender(values),
    ...checkSignupDomains(values),
    ...checkLanes(values),
    ...checkInternalPort(values),
    ...checkDomains(values),
    ...checkRegions(values),
    ...checkIncoming(values),
    ...checkBilling(values),
  ];
}

function checkSiteSecret(values: KeyValues): readonly CrossProblem[] {
  if (values.store?.kind !== 'redis' || values['site.secret'] !== null) return [];
  const hint = `${MAKE_SECRET_HINT} and set HUSHLINK_SITE_SECRET or HUSHLINK_SITE_SECRET_FILE for every process`;
  return [{ path: 'site.secret', allowed: 'must be set when the store is Redis', hint }];
}

function checkPreviousSecrets(values: KeyValues): readonly CrossProblem[] {
  const given = [values['site.secret'], ...values['site.previous_secrets']];
  const texts = given.flatMap((secret) => (secret === null ? [] : [secret.reveal().toString('hex')]));
  if (new Set(texts).size === texts.length) return [];
  const hint = 'list what site.secret was before, and leave out what it is';
  return [{ path: 'site.previous_secrets', allowed: 'must all differ from site.secret and from each other', hint }];
}

function checkWaitReplicas(values: KeyValues): readonly CrossProblem[] {
  if (values['store.wait_replicas'] === 0 || values.store?.kind === 'redis') return [];
  const hint = 'name a Redis in store, or leave it at 0';
  return [{ path: 'store.wait_replicas', allowed: 'must be 0 unless the store is Redis', hint }];
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

/** Two listeners on one port would stop the start too, but with a less helpful error. */
function checkInternalPort(values: KeyValues): readonly CrossProblem[] {
  const port = values['listen.internal_port'];
  if (port === null || port === 0 || port !== values['listen.port']) return [];
  const hosts = [values['listen.host'], values['listen.internal_host']];
  if (hosts[0] !== hosts[1] && !hosts.some((host) => host === '0.0.0.0' || host === '::')) return [];
  const hint = 'any other port, or leave it out for none';
  return [{ path: 'listen.internal_port', allowed: 'must not be listen.port', hint }];
}

/** Without a name of its own the site cannot tell a custom domain from a wrong one. */
function checkDomains(values: KeyValues): readonly CrossProblem[] {
  if (!values['domains.enabled'] || values['site.host'] !== null) return [];
  return [{ path: 'domains.enabled', allowed: 'must be false without site.host', hint: 'set site.host' }];
}

function checkRegions(values: KeyValues): readonly CrossProblem[] {
  const regions = values['regions.jurisdictions'];
  const names = regions.map(({ identifier }) => identifier);
  const [path, current] = ['regions.jurisdictions', values['regions.current']] as const;
  const problems: CrossProblem[] = [];
  if (values['regions.enabled'] && regions.length === 0) {
    const hint = 'list the regions, or set regions.enabled to false';
    problems.push({ path, allowed: 'must not be empty with regions.enabled', hint });
  }
  for (const name of repeated(names))
    problems.push({ path, allowed: `must not name ${name} twice`, hint: 'give each region an identifier of its own' });
  for (const domain of repeated(regions.map((region) => region.domain)))
    problems.push({ path, allowed: `must not name ${domain} twice`, hint: 'each region is a site of its own' });
  if (current !== null && !names.includes(current)) {
    const hint = names.length === 0 ? `list it in ${path}` : `one of ${names.join(', ')}`;
    problems.push({ path: 'regions.current', allowed: `must be an identifier of ${path}`, hint });
  }
  return problems;
}

/** Texts that stand there more than once, capitals or not. */
function repeated(texts: readonly string[]): readonly string[] {
  const lower = texts.map((text) => text.toLowerCase());
  return texts.filter((_, index) => lower.indexOf(lower[index] ?? '') < index);
}

function checkIncoming(values: KeyValues): readonly CrossProblem[] {
  if (values['incoming.recipient'] === null || values['mail.smtp'] !== null) return [];
  const hint = 'set mail.smtp, or leave incoming.recipient out';
  return [{ path: 'incoming.recipient', allowed: 'must be empty without a mail server', hint }];
}

function checkBodyLimit(values: KeyValues): readonly CrossProblem[] {
  const mostChars = Math.max(...planBounds(values, 'size').map(([, chars]) => chars));
  const neededBytes = mostChars * MAX_WIRE_BYTES_PER_CHAR + FORM_OVERHEAD_BYTES;
  if (values['limits.body_bytes'] >= neededBytes) return [];
  const hint = 'the largest content that a plan allows must fit into a request';
  return [{ path: 'limits.body_bytes', allowed: `must be at least ${neededBytes}`, hint }];
}
