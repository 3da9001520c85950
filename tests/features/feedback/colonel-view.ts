import { createMac } from '#src/crypto/mac.ts';
import { createCaptcha } from '#src/features/feedback/captcha.ts';
import { createFeedbackService, type FeedbackService } from '#src/features/feedback/feedback-service.ts';
import type { TestApp } from '../../support/app.ts';

/** The service of a running site, over its own store: what its administrator will see. */
export function feedbackOf({ store, seal, clock, config }: TestApp): FeedbackService {
  const randomBytes = (size: number) => new Uint8Array(size);
  let made = 0;
  return createFeedbackService({
    store: store.feedback,
    captcha: createCaptcha({ hmacKeys: ['key'], maxNumber: 1000, randomBytes, now: clock.now }),
    sealer: seal.siteSealer('feedback'),
    nameOf: createMac(seal.nameKey('feedback-network')).of,
    uncheckedPerDay: config.feedback.uncheckedPerDay,
    newId: () => {
      made += 1;
      return `made-${made}`;
    },
    now: clock.now,
  });
}
