import { randomBytes } from 'node:crypto';
import { createOwnerCopies } from '#src/compose/owner-copies.ts';
import { domainTags, ownerTags } from '#src/compose/secrets.ts';
import { readDomainName } from '#src/config/network-names.ts';
import type { SecretId } from '#src/crypto/ids.ts';
import { type KeyRing, openedOrNull } from '#src/crypto/key-ring.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { newEpoch } from '#src/features/accounts/epoch.ts';
import type { DomainName } from '#src/features/domains/domain.ts';
import type { OwnedRow, Whose } from '#src/features/secrets/secret-store.ts';
import { reasonOf } from '#src/open-store.ts';
import { ok, type Result } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { readAddress } from '../customers/place.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk, say } from '../io.ts';
import type { ConfigIo } from '../server/config.ts';
import { atSite, type SitePlace } from '../store/site-place.ts';
import { askForWord } from '../terminal/ask.ts';
import { TEXTS } from '../texts.ts';
import type { IncidentCommand } from './command.ts';
import { INCIDENT_TEXTS } from './texts.ts';

type Whom = { readonly kind: 'account'; readonly name: CustId } | { readonly kind: 'all'; readonly name: string };
type Target = Whom | { readonly kind: 'domain'; readonly name: string };

interface Asked {
  readonly isConfirmed: boolean;
  readonly io: CliIo;
  readonly outside: ConfigIo;
}

/** `hushlink incident …`: on the store of the configuration, as its operator. */
export function incident(command: IncidentCommand, io: CliIo, outside: ConfigIo): Promise<Outcome> {
  const asked = { isConfirmed: command.isConfirmed, io, outside };
  return command.kind === 'burn'
    ? undertake(burnTarget(command), burnText, burn, asked)
    : undertake(signOutTarget(command), signOutText, signOut, asked);
}

/** The name itself has to be typed: nobody burns a site by habit. */
async function undertake<About extends Target>(
  target: Result<About, CliFailure>,
  warn: (target: About) => string,
  work: (target: About, place: SitePlace) => Promise<Outcome>,
  { isConfirmed, io, outside }: Asked,
): Promise<Outcome> {
  if (!target.ok) return target;
  if (!isConfirmed) {
    if (!canAsk(io)) return failed('usage', TEXTS.errors.yesNeeded);
    const { name } = target.value;
    say(io, warn(target.value));
    if (!(await askForWord(INCIDENT_TEXTS.type(name), name, io))) return failed('cancelled', TEXTS.errors.unchanged);
  }
  return atSite(outside, (place) => work(target.value, place), { mayBeNew: false });
}

function burnTarget({ account, domain, all }: IncidentCommand): Result<Target, CliFailure> {
  const given = [account, domain, all].filter((one) => one !== undefined);
  if (given.length !== 1) return failed('usage', INCIDENT_TEXTS.oneTarget);
  if (account !== undefined) return accountTarget(account);
  if (domain === undefined) return ok({ kind: 'all', name: INCIDENT_TEXTS.everything });
  const name = readDomainName(domain.replace(/\.$/, ''));
  return name === null ? failed('usage', INCIDENT_TEXTS.notADomain) : ok({ kind: 'domain', name });
}

function signOutTarget({ account, all }: IncidentCommand): Result<Whom, CliFailure> {
  if ((account === undefined) === (all === undefined)) return failed('usage', INCIDENT_TEXTS.oneAccount);
  return account === undefined ? ok({ kind: 'all', name: INCIDENT_TEXTS.everybody }) : accountTarget(account);
}

function accountTarget(text: string): Result<Whom, CliFailure> {
  const custid = readAddress(text);
  return custid.ok ? ok({ kind: 'account', name: custid.value }) : custid;
}

function burnText({ kind, name }: Target): string {
  return kind === 'all' ? INCIDENT_TEXTS.burnWhat.all : INCIDENT_TEXTS.burnWhat[kind](name);
}

function signOutText({ kind, name }: Whom): string {
  return kind === 'all' ? INCIDENT_TEXTS.signOutWhom.all : INCIDENT_TEXTS.signOutWhom.account(name);
}

async function burn(target: Target, place: SitePlace): Promise<Outcome> {
  const { secrets } = place.store;
  const whose = await whoseOf(target, place);
  if (!whose.ok) return whose;
  const nowMs = Date.now();
  return counted(
    whose.value.map((one) => secrets.burnUnread(one, nowMs)),
    (burned) => ({ line: `${burned}\n`, json: { burned }, notes: [INCIDENT_TEXTS.burned(burned)] }),
  );
}

async function signOut(target: Whom, { store: { accounts } }: SitePlace): Promise<Outcome> {
  const epoch = newEpoch({ now: () => Date.now(), randomBytes });
  const answer = (count: number) => ({
    ...{ line: `${count}\n`, json: { signed_out: count } },
    notes: [INCIDENT_TEXTS.signedOut(count)],
  });
  if (target.kind === 'all') return counted([accounts.signOutAll(epoch)], answer);
  return (await accounts.signOut(target.name, epoch)) ? ok(answer(1)) : failed('gone', TEXTS.customers.unknown);
}

/** Adds up the counts of all batches; if one fails, says how far it came. */
async function counted(
  runs: readonly AsyncIterable<number>[],
  answer: (count: number) => { line: string; json: object; notes: string[] },
): Promise<Outcome> {
  let count = 0;
  try {
    for (const run of runs) for await (const batch of run) count += batch;
    return ok(answer(count));
  } catch (error) {
    return failed('server', INCIDENT_TEXTS.cutShort(count, reasonOf(error)));
  }
}

async function whoseOf(target: Target, place: SitePlace): Promise<Result<readonly Whose[], CliFailure>> {
  // Everything needs no name, and so no site secret.
  if (target.kind === 'all') return ok([{ kind: 'all' }]);
  const ring = await place.openRing();
  if (!ring.ok) return ring;
  return target.kind === 'account'
    ? ofAccount(target.name, place, ring.value)
    : ofDomain(target.name, place, ring.value);
}

async function ofAccount(
  custid: CustId,
  { store }: SitePlace,
  ring: KeyRing,
): Promise<Result<readonly Whose[], CliFailure>> {
  const customer = await store.accounts.find(custid);
  if (customer === null) return failed('gone', TEXTS.customers.unknown);
  return ok([{ kind: 'owner', ownerTag: ownerTags(ring)(customer) }]);
}

/** The secrets that name the domain, and those that an older release, which named none, made for it. */
async function ofDomain(name: string, place: SitePlace, ring: KeyRing): Promise<Result<readonly Whose[], CliFailure>> {
  const domainTag = domainTags({ seal: ring, config: place.config })(name);
  if (domainTag === null) {
    return failed('usage', place.config.domains.isEnabled ? INCIDENT_TEXTS.ownName : INCIDENT_TEXTS.noDomains);
  }
  return ok([
    { kind: 'domain', domainTag },
    { kind: 'ids', ids: await olderIds(name, place, ring) },
  ]);
}

const MOST_OLDER = 1_000_000;

async function olderIds(name: string, { store }: SitePlace, ring: KeyRing): Promise<readonly SecretId[]> {
  const domain = await store.domains.findServed(name as DomainName);
  if (domain === null) return [];
  const copies = createOwnerCopies({ sealer: ring.siteSealer('owner-copy'), now: () => Date.now() });
  const owned = await store.secrets.ownedBy(domain.ownerTag, { sinceMs: 0, limit: MOST_OLDER }, Date.now());
  // A copy sealed under a site secret that was given up cannot be opened: it is left out, and the others go on.
  const copyOf = ({ id, ownerCopy }: OwnedRow) => openedOrNull(() => copies.open(id, ownerCopy));
  return owned.filter((one) => copyOf(one)?.facts.shareDomain === name).map(({ id }) => id);
}
