import { createOffer } from '#src/features/plans/offer.ts';
import { readConfig } from '../support/app.ts';
import { t } from './sample-pages.ts';

/** What is sold by the configuration as it comes. */
export const offer = createOffer(
  {
    plans: readConfig({ HUSHLINK_PLANS_ENABLED: 'true' }).plans.paid,
    hasApi: true,
    hasDomains: true,
    domainsPerCustomer: null,
  },
  { t, lang: 'en' },
);
