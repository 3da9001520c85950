import type { Request } from 'express';
import type { CustomerWire, PlanWire } from '#src/features/accounts/account-wire.ts';
import type { Regions } from '#src/features/regions/region.ts';
import type { Asker, CustomerAsker } from '#src/features/sessions/asker.ts';
import type { Askers } from '#src/http/askers.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { SiteGlobalsWire } from './globals-wire.ts';

export interface GlobalsDeps {
  readonly address: SiteAddress;
  readonly askers: Askers;
  readonly version: string;
  readonly locales: readonly string[];
  readonly authentication: SiteGlobalsWire['authentication'];
  readonly hasFeedback: boolean;
  readonly hasDomains: boolean;
  readonly hasPlans: boolean;
  /** For programs. */
  readonly hasApi: boolean;
  readonly supportHost: string | null;
  /** null without a support form. */
  readonly incomingRecipient: string | null;
  readonly regions: Pick<Regions, 'isEnabled' | 'jurisdictions'>;
  readonly planOf: (asker: Asker) => PlanWire;
  readonly customerOf: (asker: CustomerAsker, languageTag: string) => CustomerWire;
  /** Safe HTML; null without. */
  readonly banner: () => string | null;
}

/**
 * What every page knows about the site and who is asking. Counts, names of domains and what a form begins with come
 * with the page.
 */
export function createGlobals(deps: GlobalsDeps): (request: Request, languageTag: string) => SiteGlobalsWire {
  return (request, languageTag) => {
    const asker = deps.askers.of(request);
    return {
      authenticated: asker.kind === 'customer',
      authentication: deps.authentication,
      customer: asker.kind === 'customer' ? deps.customerOf(asker, languageTag) : null,
      plan: deps.planOf(asker),
      metadata_record_count: 0,
      custom_domains_record_count: 0,
      form_fields: null,
      domains_enabled: deps.hasDomains,
      custom_domains: [],
      site_host: deps.address.asciiHostOf(request),
      incoming_recipient: deps.incomingRecipient,
      plans_enabled: deps.hasPlans,
      api_enabled: deps.hasApi,
      support_host: deps.supportHost,
      global_banner: deps.banner(),
      version: deps.version,
      feedback_enabled: deps.hasFeedback,
      regions_enabled: deps.regions.isEnabled,
      jurisdictions: deps.regions.jurisdictions,
      locales: deps.locales,
    };
  };
}
