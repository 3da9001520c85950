import type { CustomerWire, PlanWire } from '#src/features/accounts/account-wire.ts';
import type { JurisdictionWire } from '#src/features/regions/region-wire.ts';

/** A language that can be chosen. */
export interface LanguageWire {
  /** Our code ('pt_BR'). */
  readonly code: string;
  /** BCP 47 ('pt-BR'). */
  readonly tag: string;
  /** In the language itself. */
  readonly name: string;
}

/** What every page knows about the site and who is asking; the names are the specification's. */
export interface SiteGlobalsWire {
  readonly authenticated: boolean;
  readonly authentication: { readonly enabled: boolean; readonly signup: boolean; readonly signin: boolean };
  readonly customer: CustomerWire | null;
  readonly plan: PlanWire;
  readonly metadata_record_count: number;
  readonly custom_domains_record_count: number;
  /** What the creation form begins with: what was typed before it was refused. null where it is empty or absent. */
  readonly form_fields: { readonly secret: string } | null;
  readonly domains_enabled: boolean;
  readonly custom_domains: readonly string[];
  readonly site_host: string;
  readonly incoming_recipient: string | null;
  readonly plans_enabled: boolean;
  /** Whether programs are answered. */
  readonly api_enabled: boolean;
  readonly support_host: string | null;
  /** Safe HTML; null without. */
  readonly global_banner: string | null;
  readonly version: string;
  readonly feedback_enabled: boolean;
  readonly regions_enabled: boolean;
  /** The current one first; at most that one when regions are off. */
  readonly jurisdictions: readonly JurisdictionWire[];
  /** Codes of the languages that can be chosen, the default first. */
  readonly locales: readonly string[];
}
