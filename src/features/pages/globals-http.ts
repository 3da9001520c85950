import type { Request } from 'express';
import type { CustomerWire, PlanWire } from '#src/features/accounts/account-wire.ts';
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
  readonly planOf: (asker: Asker) => PlanWire;
  readonly customerOf: (asker: CustomerAsker, languageTag: string) => CustomerWire;
  /** Safe HTML; null without. */
  readonly banner: () => string | null;
}

/** What every page knows about the site and who is asking. Counts come with the workspace's own pages. */
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
      domains_enabled: false,
      custom_domains: [],
      site_host: deps.address.hostFor(request.headers.host),
      incoming_recipient: null,
      plans_enabled: false,
      support_host: null,
      global_banner: deps.banner(),
      version: deps.version,
      feedback_enabled: deps.hasFeedback,
      regions_enabled: false,
      jurisdictions: [],
      locales: deps.locales,
    };
  };
}
