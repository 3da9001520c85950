import type { ComposeDeps } from '#src/compose.ts';
import type { Config } from '#src/config/config.ts';
import { createClaimantMaker, hashClaimant } from '#src/crypto/claimant.ts';
import { createPasswordGenerator } from '#src/crypto/generate-password.ts';
import { createKeyMaker, resetIdOf } from '#src/crypto/ids.ts';
import { type KeyRing, openedOrNull } from '#src/crypto/key-ring.ts';
import { createMac } from '#src/crypto/mac.ts';
import type { MakeVerificationLink } from '#src/features/accounts/account-deps.ts';
import type { Owner } from '#src/features/accounts/customer.ts';
import { obscureAddress } from '#src/features/accounts/obscure.ts';
import { parseResetKey } from '#src/features/accounts/reset-key.ts';
import { readVerification } from '#src/features/accounts/verification.ts';
import type { DomainService } from '#src/features/domains/domain-service.ts';
import type { ConcealRequest } from '#src/features/secrets/conceal.ts';
import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import type { Owners, SecretDeps } from '#src/features/secrets/secret-deps.ts';
import type { SecretFaceDeps } from '#src/features/secrets/secret-http.ts';
import { createSecretService, type SecretService } from '#src/features/secrets/secret-service.ts';
import { createNetworkCheck } from '#src/http/client-address.ts';
import { accountHashOf } from '#src/mail/mailer.ts';
import { takePlaceIn } from '#src/places.ts';
import { ok } from '#src/result.ts';
import { failureFields } from '#src/store-unavailable.ts';
import { DAY_MS } from '#src/values/spans.ts';
import { composeHomes } from './domain-homes.ts';
import { composeOwnDomains } from './domains.ts';
import type { Ground } from './ground.ts';
import { mailsLinks, outboxSealsOf } from './mail.ts';
import { createOwnerCopies } from './owner-copies.ts';

/** The secrets' service and faces. */
export function composeSecrets(deps: ComposeDeps, ground: Ground, domains: DomainService | null): SecretFaceDeps {
  const { secrets, site } = deps.config;
  const { answers, antiForgery, askers, address, plans, stampsOf, clientAddress } = ground;
  const isAllowed = createNetworkCheck(secrets.create.networks);
  return {
    ...{ answers, antiForgery, askers, address, plans, stampsOf, now: deps.now },
    service: composeService(deps, ground),
    rules: {
      defaultTtlSeconds: secrets.defaultTtlSeconds,
      password: { length: secrets.generated.lengthChars, characterSets: secrets.generated.characterSets },
      minPassphraseChars: secrets.passphrase.minChars,
      needsPassphrase: secrets.passphrase.isRequired,
      hasMail: mailsLinks(deps),
    },
    mayCreate: {
      onlyCustomers: secrets.create.allowed === 'signed-in',
      isFromAllowedNetwork: (request) => isAllowed(clientAddress.of(request)),
    },
    isResetKey: async (text) => {
      const key = parseResetKey(text);
      return key !== null && (await deps.store.accounts.peekReset(resetIdOf(key), deps.now())) !== null;
    },
    ttlOptionsSeconds: secrets.ttlOptionsSeconds,
    newClaimant: createClaimantMaker(deps.randomBytes),
    redeliverySeconds: secrets.redeliverySeconds,
    guessPolicy: guessPolicyOf(secrets),
    tagline: site.tagline,
    isHomeOpen: composeHomes(deps, plans),
    ...composeOwnDomains(domains),
  };
}

function composeService(deps: ComposeDeps, ground: Ground): SecretService {
  const { secrets } = deps.config;
  return createSecretService({
    ...{ store: deps.store.secrets, seal: deps.seal, now: deps.now, mailer: deps.mailer, obscureAddress },
    stretcher: ground.stretcher,
    keys: createKeyMaker(deps.randomBytes),
    generatePassword: createPasswordGenerator(deps.randomBytes),
    hashClaimant,
    limits: { senderCopySeconds: secrets.senderCopySeconds, redeliverySeconds: secrets.redeliverySeconds },
    guessPolicy: guessPolicyOf(secrets),
    owners: composeOwners(deps),
    domainTagOf: domainTags(deps),
    takeMailPlace: composeMailPlaces(deps),
  });
}

type Unowned = Omit<
  Extract<ConcealRequest, { kind: 'share' }>,
  'kind' | 'truncates' | 'shareDomain' | 'owner' | 'recipients'
>;

/** Makes a secret that nobody owns, and the link to it, which the site itself mails. */
export async function makeLink(service: SecretService, origin: string, secret: Unowned) {
  const { host: shareDomain } = new URL(origin);
  const concealed = await service.conceal(
    { ...secret, kind: 'share', truncates: false, shareDomain, owner: null, recipients: [] },
    async () => ({ origin, host: '', locale: '' }),
  );
  if (!concealed.ok) return concealed;
  const { secretKey, row } = concealed.value;
  return ok({ link: `${origin}/secret/${secretKey}`, expiresAtMs: row.expiresAtMs });
}

/** A link to a secret that verifies whoever reads it; its content is not for reading. */
export function composeVerificationLink({ config }: ComposeDeps, service: SecretService): MakeVerificationLink {
  const ttlSeconds = config.authentication.verificationTtlSeconds;
  return async (content, origin) => {
    const secret = { content, passphrase: '', ttlSeconds, maxContentChars: content.length, isVerification: true };
    const made = await makeLink(service, origin, secret);
    if (!made.ok) throw new Error('a verification link could not be made');
    return made.value;
  };
}

/** Counts the mails of a customer's day, under a name that tells nothing. */
function composeMailPlaces({ config, seal, store, now }: ComposeDeps): SecretDeps['takeMailPlace'] {
  const mac = createMac(seal.nameKey('mail-places'));
  const day = { lengthMs: DAY_MS, most: config.mail.linksPerDay };
  return (custid) =>
    takePlaceIn({ ...day, nameOf: (startMs) => mac.of(`${startMs}.${custid}`) }, store.places.take, now());
}

function composeOwners({ seal, store, log, now }: ComposeDeps): Owners {
  const copies = createOwnerCopies({ sealer: seal.siteSealer('owner-copy'), now });
  const lost = (error: unknown) => log.error('count lost', failureFields(error));
  const tagOf = ownerTags(seal);
  const noteCreated = async (owner: Owner, emailsSent: number) => {
    if (await store.accounts.addCounts(owner.custid, { secretsCreated: 1, emailsSent })) return;
    // The deletion of the account has already looked for what goes with it, and has missed this.
    const mails = accountHashOf(owner.custid, outboxSealsOf(seal));
    await Promise.all([store.secrets.disown(tagOf(owner)), store.outbox.forget(mails)]);
  };
  return {
    tagOf,
    sealCopy: (id, copy) => copies.seal(id, copy),
    openCopy: (id, sealed) => openedOrNull(() => copies.open(id, sealed)),
    noteCreated: (owner, emailsSent) => noteCreated(owner, emailsSent).catch(lost),
    noteReceived: async (owner) => void (await store.accounts.addCounts(owner, { secretsShared: 1 }).catch(lost)),
    takeVerification: async (content) => {
      const named = readVerification(content);
      const customer = named && (await store.accounts.verify(named.custid, { isMailProven: true, epoch: named.epoch }));
      return customer?.custid ?? null;
    },
  };
}

/** Names the owner of a secret to the owner alone. */
export function ownerTags(seal: Pick<KeyRing, 'nameKey'>): (owner: Owner) => string {
  const mac = createMac(seal.nameKey('owner'));
  return ({ custid, createdAtMs }) => mac.of(`${custid} ${createdAtMs}`);
}

/** Names the custom domain that a secret was shared for to the site alone; null for the site's own name. */
export function domainTags({ seal, config }: Pick<ComposeDeps, 'seal' | 'config'>): (name: string) => string | null {
  const mac = createMac(seal.nameKey('share-domain'));
  return (name) => (config.domains.isEnabled && name !== config.site.host ? mac.of(name) : null);
}

/** How wrong passphrases are answered, in milliseconds. The stores need it too. */
export function guessPolicyOf({ passphrase }: Config['secrets']): GuessPolicy {
  return {
    tries: passphrase.maxTries,
    firstDelayMs: passphrase.firstDelaySeconds * 1000,
    maxDelayMs: passphrase.maxDelaySeconds * 1000,
    maxLockMs: passphrase.maxLockSeconds * 1000,
  };
}
