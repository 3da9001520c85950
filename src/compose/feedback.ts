import type { ComposeDeps } from '#src/compose.ts';
import { createMac } from '#src/crypto/mac.ts';
import { createCaptcha } from '#src/features/feedback/captcha.ts';
import type { FeedbackFaceDeps } from '#src/features/feedback/feedback-http.ts';
import { createFeedbackService } from '#src/features/feedback/feedback-service.ts';
import type { Ground } from './ground.ts';

/** Feedback's service and faces, with its captcha. */
export function composeFeedback(deps: ComposeDeps, ground: Ground): FeedbackFaceDeps {
  const { feedback, incoming } = deps.config;
  const { seal, randomBytes, now } = deps;
  const { answers, antiForgery, askers, address, clientAddress } = ground;
  const hmacKeys = seal.signingKeys('captcha').map((key) => key.toString('hex'));
  const captcha = createCaptcha({ hmacKeys, maxNumber: feedback.captchaMaxNumber, randomBytes, now });
  const { isEnabled, hasRedButton, uncheckedPerDay } = feedback;
  return {
    ...{ answers, antiForgery, askers, address, captcha, isEnabled, hasRedButton },
    service: createFeedbackService({
      ...{ store: deps.store.feedback, places: deps.store.places, captcha, sealer: seal.siteSealer('feedback'), now },
      nameOf: createMac(seal.nameKey('feedback-network')).of,
      uncheckedPerDay,
      newId: deps.newUuid,
    }),
    networkOf: (request) => clientAddress.networkOf(request),
    hasCaptcha: isEnabled || (incoming.recipient !== null && incoming.hasCaptcha),
  };
}
