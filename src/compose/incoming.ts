import type { ComposeDeps } from '#src/compose.ts';
import { createMac } from '#src/crypto/mac.ts';
import type { Captcha } from '#src/features/feedback/captcha.ts';
import type { IncomingFaceDeps } from '#src/features/incoming/incoming-pages.ts';
import { createIncomingService, type IncomingDeps } from '#src/features/incoming/incoming-service.ts';
import type { SecretService } from '#src/features/secrets/secret-service.ts';
import { fail } from '#src/result.ts';
import type { Ground } from './ground.ts';
import { makeLink } from './secrets.ts';

interface Others {
  readonly secrets: SecretService;
  readonly captcha: Captcha;
}

/** The support form; null if no recipient is named for it. */
export function composeIncoming(deps: ComposeDeps, ground: Ground, others: Others): IncomingFaceDeps | null {
  const { incoming, feedback, locales, plans } = deps.config;
  const { answers, antiForgery, address, clientAddress } = ground;
  const { recipient, passphrase, perHour, hasCaptcha } = incoming;
  if (recipient === null) return null;
  return {
    ...{ answers, antiForgery, address, hasCaptcha },
    service: createIncomingService({
      ...{ recipient, perHour, places: deps.store.places, mailer: deps.mailer, now: deps.now },
      conceal: concealFor(deps, others.secrets),
      hasPassphrase: passphrase !== null,
      locale: locales.default,
      captcha: hasCaptcha ? others.captcha : null,
      nameOf: createMac(deps.seal.nameKey('incoming-network')).of,
      uncheckedPerDay: feedback.uncheckedPerDay,
    }),
    networkOf: (request) => clientAddress.networkOf(request),
    maxContentChars: plans.anonymous.maxContentChars,
  };
}

/** Lifetime and passphrase are the operator's own, whatever visitors may choose for theirs. */
function concealFor({ config }: ComposeDeps, secrets: SecretService): IncomingDeps['conceal'] {
  const { ttlSeconds, passphrase } = config.incoming;
  const { maxContentChars } = config.plans.anonymous;
  return async (content, origin) => {
    const made = await makeLink(secrets, origin, {
      ...{ content, ttlSeconds, maxContentChars, isVerification: false },
      passphrase: passphrase?.reveal() ?? '',
    });
    if (made.ok) return made;
    if (made.failure.kind === 'busy') return fail({ kind: 'busy' });
    throw new Error(`details for support could not be concealed: ${made.failure.kind}`);
  };
}
