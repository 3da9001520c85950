import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';

/** What the server writes into every page with islands: `<script type="application/json" id="page">`. */
export interface PageGlobals {
  /** BCP 47. */
  readonly lang: string;
  /** Anti-forgery token. */
  readonly shrimp: string;
  /** Addresses of the texts of this page's language. */
  readonly packs: readonly string[];
  /** About the site and who is asking. Little for nobody: the server has already drawn what follows from the rest. */
  readonly globals: GlobalsOfNobody | SiteGlobalsWire;
}

type GlobalsOfNobody = Pick<SiteGlobalsWire, 'authenticated' | 'customer'> &
  Partial<Pick<SiteGlobalsWire, 'form_fields'>>;

/** As much of the globals as a page needs. */
export function pageGlobalsOf(globals: SiteGlobalsWire): PageGlobals['globals'] {
  if (globals.authenticated) return globals;
  const { form_fields } = globals;
  return { authenticated: false, customer: null, ...(form_fields !== null && { form_fields }) };
}

/** The same page with nobody signed in. */
export function withoutCustomer(page: PageGlobals): PageGlobals {
  return { ...page, globals: { authenticated: false, customer: null } };
}
