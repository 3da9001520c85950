import { createMac } from '#src/crypto/mac.ts';
import { type Captcha, createCaptcha } from '#src/features/feedback/captcha.ts';
import { createFeedbackService, type FeedbackService } from '#src/features/feedback/feedback-service.ts';
import type { TestApp } from '../../support/app.ts';

/** The service of a running site, over its own store: what its administrator will see. */
export function feedbackOf(site: TestApp, captcha: Captcha = captchaOf(site)): FeedbackService {
  const { store, seal, clock, config } = site;
  let made = 0;
  return createFeedbackService({
    store: store.feedback,
    places: store.places,
    captcha,
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

/** One by the site's clock. */
export function captchaOf({ clock }: TestApp): Captcha {
  const randomBytes = (size: number) => new Uint8Array(size);
  return createCaptcha({ hmacKeys: ['key'], maxNumber: 1000, randomBytes, now: clock.now });
}
