import type { CustomerWire } from '#src/features/accounts/account-wire.ts';
import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import type { JurisdictionWire } from '#src/features/regions/region-wire.ts';
import type { FormError, Page, PageContext, SignInProps, SignUpProps } from '#views/page-props.ts';
import { context } from './sample-pages.ts';

export const regions: readonly JurisdictionWire[] = [
  { identifier: 'EU', display_name: 'European Union', domain: 'eu.hush.example.org', icon: 'flag' },
  { identifier: 'US', display_name: 'United States', domain: 'us.hush.example.org', icon: 'globe' },
];

const plan: CustomerWire['plan'] = {
  planid: 'basic',
  options: { name: 'Basic', custom_domains: false, ttl: 604_800, size: 10_000, api: true, email: true },
};

export const customer: CustomerWire = {
  ...{ custid: 'robin@example.com', role: 'customer', locale: null, plan, verified: true, secrets_created: 3 },
  ...{ customer_since: '12 March 2025', created: 1_741_737_600 },
};

/** The page of a site that knows other things about itself and who is asking. */
export function knowing(changes: Partial<SiteGlobalsWire>): Pick<PageContext, 'globals'> {
  return { globals: { ...context.globals, ...changes } };
}

/** The page of somebody who is signed in. */
export function signedIn(changes: Partial<SiteGlobalsWire> = {}): Pick<PageContext, 'globals'> {
  return knowing({ authenticated: true, customer, plan, ...changes });
}

export function signInPage(changes: Partial<SignInProps> = {}): Page {
  const plain: SignInProps = { redirect: null, address: '', isRemembered: false, notice: null, error: null };
  return { name: 'sign-in', props: { ...plain, ...changes } };
}

export function signUpPage(changes: Partial<SignUpProps> = {}): Page {
  return {
    name: 'sign-up',
    props: { planCode: null, plan: null, address: '', hasAgreed: false, error: null, ...changes },
  };
}

export function forgotPage(changes: { isSent?: boolean; hasMail?: boolean; error?: FormError } = {}): Page {
  return {
    name: 'forgot',
    props: { address: '', isSent: false, hasMail: true, linkSeconds: 3600, error: null, ...changes },
  };
}

export function resetPage(error: FormError | null = null): Page {
  return { name: 'reset', props: { resetKey: 'r1r2r3r4r5r6r7r8r9r0rarbrcrdre1', error } };
}

export const signOutPage: Page = { name: 'sign-out', props: {} };

export function settingsPage(error: FormError | null = null): Page {
  return { name: 'settings', props: { error } };
}

/** The tag of the form field of that name, as it is written. */
export function fieldOf(html: string, name: string): string {
  return new RegExp(`<(?:input|select|textarea)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? `no field ${name}`;
}

/** The one element of that class with everything in it; null without. */
export function partOf(html: string, name: 'header' | 'footer' | 'nav', className: string): string | null {
  return new RegExp(`<${name} class="${className}"[\\s\\S]*?</${name}>`).exec(html)?.[0] ?? null;
}
