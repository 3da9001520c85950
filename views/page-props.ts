/**
 * What the server hands to the pages: plain data, nothing else. `renderPage` in page.tsx turns one
 * of these into a whole document.
 */
import type {
  PrivateDetailsWire,
  PrivateRecordWire,
  RecipientDetailsWire,
  RecipientRecordWire,
} from '#src/features/secrets/secret-wire.ts';

/** Facts about the site and this answer that every page may need. */
export interface PageContext {
  /** Our code ('en', 'pt_BR'). */
  readonly locale: string;
  /** BCP 47, for `<html lang>`. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly siteName: string;
  /** Host as people read it, with its port if it has one. */
  readonly siteHost: string;
  readonly siteUrl: string;
  readonly version: string;
  readonly year: number;
  /** Anti-forgery token for forms and islands. */
  readonly shrimp: string;
  /** Local path and query of this page, for the links that switch the theme or language. */
  readonly path: string;
  readonly nowMs: number;
}

export interface FormError {
  /** Name of the field the message belongs to; null for the form as a whole. */
  readonly field: string | null;
  /** Ready to read, in the page's language. */
  readonly message: string;
}

export interface HomeProps {
  readonly tagline: string | null;
  readonly form: CreateFormProps;
}

export interface CreateFormProps {
  readonly action: string;
  /** Code points. */
  readonly maxContentChars: number;
  /** Ascending; empty when the plan allows none. */
  readonly ttlOptionsSeconds: readonly number[];
  readonly ttlSeconds: number;
  readonly linkPrefix: string;
  readonly host: string;
  /** What was typed before an error, or a prefill. */
  readonly secret: string;
  /** True when `secret` comes from the page globals and not from typing (CRE-24, CRE-26). */
  readonly isPrefilled: boolean;
  readonly error: FormError | null;
}

export interface PrivateProps {
  readonly record: PrivateRecordWire;
  readonly details: PrivateDetailsWire;
  /** True right after creation: heading 'Your link is ready' and not 'Not received yet'. */
  readonly isFresh: boolean;
  readonly error: FormError | null;
}

export interface BurnProps {
  readonly record: PrivateRecordWire;
  readonly details: PrivateDetailsWire;
  readonly error: FormError | null;
}

export interface SecretProps {
  readonly record: RecipientRecordWire;
  readonly details: RecipientDetailsWire;
  /** Who hosts this, as the recipient should read it. */
  readonly host: string;
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
  readonly error: FormError | null;
}

/** The recipient's own burn ('I was not expecting this'): a second confirmation. */
export interface RecipientBurnProps {
  readonly secretKey: string;
  readonly secretShortkey: string;
  readonly hasPassphrase: boolean;
  readonly host: string;
  readonly isBurned: boolean;
  readonly error: FormError | null;
}

export interface ErrorPageProps {
  readonly status: number;
  /** Ready to read, in the page's language. */
  readonly title: string;
  readonly message: string;
  /** Stands in the log; only for the unexpected. */
  readonly incident: string | null;
}

export type Page =
  | { readonly name: 'home'; readonly props: HomeProps }
  | { readonly name: 'private'; readonly props: PrivateProps }
  | { readonly name: 'burn'; readonly props: BurnProps }
  | { readonly name: 'secret'; readonly props: SecretProps }
  | { readonly name: 'secret-gone'; readonly props: { readonly host: string } }
  | { readonly name: 'recipient-burn'; readonly props: RecipientBurnProps }
  | { readonly name: 'not-found'; readonly props: Record<string, never> }
  | { readonly name: 'error'; readonly props: ErrorPageProps };
