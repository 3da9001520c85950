import type { ComposeDeps } from '#src/compose.ts';
import { apiTokenHash, makeApiToken } from '#src/crypto/api-token.ts';
import { createKeyMaker, resetIdOf } from '#src/crypto/ids.ts';
import { createMac } from '#src/crypto/mac.ts';
import { createPasswordHasher, type PasswordHasher } from '#src/crypto/password.ts';
import type { Queue } from '#src/crypto/queue.ts';
import type { AccountDeps, AccountRules } from '#src/features/accounts/account-deps.ts';
import type { AccountFaceDeps, OpenAccount } from '#src/features/accounts/account-http.ts';
import { createAccountService } from '#src/features/accounts/account-service.ts';
import { createGuard, type Guard } from '#src/features/accounts/guard.ts';
import type { SecretService } from '#src/features/secrets/secret-service.ts';
import type { OpenWorkspace } from '#src/features/secrets/workspace-http.ts';
import { failureFields } from '#src/store-unavailable.ts';
import { createDeparture } from './departure.ts';
import type { Ground } from './ground.ts';
import { composeChoosePlan } from './plans.ts';
import { composeVerificationLink } from './secrets.ts';

/** The accounts' service and faces. */
export function composeAccounts(
  deps: ComposeDeps,
  ground: Ground,
  others: { readonly secrets: SecretService; readonly openWorkspace: OpenWorkspace } & Pick<
    AccountFaceDeps,
    'billingOf'
  >,
): AccountFaceDeps {
  const { config, mailer } = deps;
  const { answers, askers, antiForgery, address, clientAddress, plans, customerOf } = ground;
  return {
    ...{ answers, askers, antiForgery, address, clientAddress, plans, customerOf },
    service: createAccountService(composeAccountDeps(deps, ground, others.secrets)),
    authentication: config.authentication,
    hasMail: mailer.isConfigured,
    resetTtlSeconds: config.authentication.resetTtlSeconds,
    needsVerification: !config.authentication.autoverifies,
    isApiOpen: config.api.isEnabled,
    choosePlan: composeChoosePlan(deps, ground),
    openAccount: openIn(others.openWorkspace),
    billingOf: others.billingOf,
    scheme: config.site.scheme,
  };
}

function composeAccountDeps(deps: ComposeDeps, ground: Ground, secrets: SecretService): AccountDeps {
  const { store, log, now, mailer, randomBytes } = deps;
  return {
    ...{ store: store.accounts, mailer, randomBytes, now, resetIdOf },
    guard: composeGuard(deps),
    passwords: composePasswords(deps, ground.queue),
    keys: createKeyMaker(randomBytes),
    apiTokens: { make: () => makeApiToken(randomBytes), hashOf: apiTokenHash },
    makeVerificationLink: composeVerificationLink(deps, secrets),
    departure: createDeparture(store, { seal: deps.seal, now, wakeBilling: deps.wakeBilling }),
    report: (error) => log.error('account', failureFields(error)),
    rules: rulesOf(deps),
  };
}

function composeGuard({ config, store, seal, now }: ComposeDeps): Guard {
  const { tries, addressTries, firstDelaySeconds, maxDelaySeconds } = config.authentication.guesses;
  return createGuard({
    attempts: store.attempts,
    nameOf: createMac(seal.nameKey('attempts')).of,
    policy: { tries, addressTries, firstDelayMs: firstDelaySeconds * 1000, maxDelayMs: maxDelaySeconds * 1000 },
    now,
  });
}

/** Passwords under the parameters of the configuration. The commands of the operator make them the same way. */
export function composePasswords(
  { config, randomBytes }: Pick<ComposeDeps, 'config' | 'randomBytes'>,
  queue: Queue,
): PasswordHasher {
  const { memoryKib, passes, lanes } = config.authentication.argon2;
  return createPasswordHasher({ queue, randomBytes, parameters: { memoryKib, passes, parallelism: lanes } });
}

function rulesOf({ config, texts }: Pick<ComposeDeps, 'config' | 'texts'>): AccountRules {
  const { autoverifies, signupDomains, resetTtlSeconds } = config.authentication;
  return { autoverifies, signupDomains, resetTtlSeconds, locales: texts.locales };
}

function openIn(openWorkspace: OpenWorkspace): OpenAccount {
  return async (request, response, customer) => {
    const show = await openWorkspace(request, response, customer);
    return ({ status, ...screen }) => show({ screen: 'account', ...screen }, status);
  };
}
