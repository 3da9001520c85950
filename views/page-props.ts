/**
 * What the server hands to the pages: plain data, nothing else. `renderPage` in page.tsx turns one
 * of these into a whole document.
 */
import type { LanguageWire, SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import type { UpgradeOffer } from '#src/features/plans/plan-wire.ts';
import type {
  PrivateDetailsWire,
  PrivateRecordWire,
  RecipientDetailsWire,
  RecipientRecordWire,
} from '#src/features/secrets/secret-wire.ts';
import type { PaymentStopProps } from './billing/payment-stop-props.ts';
import type { ReferenceProps } from './docs/reference-props.ts';
import type { FeedbackProps } from './feedback/feedback-props.ts';
import type { IncomingProps } from './incoming/incoming-props.ts';
import type { ArticleProps, TranslationsProps } from './info/info-props.ts';
import type { ChosenPlanProps, PlanProps, PricingProps } from './plans/plan-props.ts';
import type { OwnDomains, WorkspaceProps } from './workspace/workspace-props.ts';

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
  /** About the site and who is asking; header, footer and islands read it. */
  readonly globals: SiteGlobalsWire;
  /** Who speaks on this custom domain; null on the site itself. */
  readonly brand: PageBrand | null;
  /** Those of `globals.locales`, with their names. */
  readonly languages: readonly LanguageWire[];
  /** Whether there are the pages of terms, privacy and security. */
  readonly hasLegalPages: boolean;
  /** What the dialog behind the bolt in the header offers; null for whoever has no use for it. */
  readonly upgrade: UpgradeOffer | null;
}

/** A customer's own face on a custom domain. */
export interface PageBrand {
  /** The customer's words, or the domain as people read it. */
  readonly name: string;
  /** The address of the site that serves the domain. */
  readonly siteUrl: string;
  /** Path of a stylesheet with the accent; null for the site's own. */
  readonly stylesheet: string | null;
  /** Path of the logo; null without. */
  readonly logo: string | null;
  readonly beforeReveal: string | null;
  readonly afterReveal: string | null;
}

export interface FormError {
  /** Name of the field the message belongs to; null for the form as a whole. */
  readonly field: string | null;
  /** Ready to read, in the page's language. */
  readonly message: string;
}

export interface HomeProps {
  readonly tagline: string | null;
  /** What has just happened, ready to read. */
  readonly notice: string | null;
  readonly form: CreateFormProps;
  /** Why this visitor may not share here, ready to read; then there is no form. */
  readonly closed: string | null;
}

export interface CreateFormProps {
  readonly action: string;
  /** Code points. */
  readonly maxContentChars: number;
  /** Ascending; empty when the plan allows none. */
  readonly ttlOptionsSeconds: readonly number[];
  readonly ttlSeconds: number;
  /** Of the site itself, or of the custom domain the page stands on. */
  readonly linkPrefix: string;
  readonly host: string;
  /** The customer's other choices for the link. */
  readonly customDomains: readonly ShareDomainProps[];
  /** Name of the domain that was chosen before an error; '' for none. */
  readonly shareDomain: string;
  /** What was typed before an error; the page global `form_fields` holds it too. '' for nothing. */
  readonly secret: string;
  /** What was typed before an error: whoever sends the form again means to have it. */
  readonly passphrase: string;
  /** Signed-in customers may have the link sent by e-mail, where there is a mail server. */
  readonly hasRecipient: boolean;
  /** What was typed before an error. */
  readonly recipient: string;
  /** Fewest characters of a passphrase; 0 when none is needed. */
  readonly minPassphraseChars: number;
  readonly error: FormError | null;
}

export interface ShareDomainProps {
  /** The value of the choice. */
  readonly name: string;
  /** As people read it. */
  readonly host: string;
  readonly linkPrefix: string;
}

export interface PrivateProps {
  readonly record: PrivateRecordWire;
  readonly details: PrivateDetailsWire;
  /** What became of the mails with the link; empty without recipients. */
  readonly mails: readonly SentMailProps[];
  /** Host of the link, as people read it. */
  readonly linkHost: string;
  /** True right after creation: heading 'Your link is ready' and not 'Not received yet'. */
  readonly isFresh: boolean;
  readonly error: FormError | null;
}

export interface SentMailProps {
  /** Obscured. */
  readonly address: string;
  readonly state: 'waiting' | 'sent' | 'failed';
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
  /** The claimant of the form when it is sent without script: sent again, it brings the same answer for a while. */
  readonly claimant: string;
  /** For how long an answer that was lost can be had again. */
  readonly redeliverySeconds: number;
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

export interface SignInProps {
  /** Path to go to afterwards; null is the dashboard. */
  readonly redirect: string | null;
  /** What was typed before an error. */
  readonly address: string;
  readonly isRemembered: boolean;
  /** What has just happened, ready to read: 'Your password was changed.'; null for nothing. */
  readonly notice: string | null;
  readonly error: FormError | null;
}

export interface SignUpProps {
  /** The form posts to the path it stands on: /signup or /signup/{planCode}. */
  readonly planCode: string | null;
  /** What the code stands for; null where it stands for nothing. */
  readonly plan: ChosenPlanProps | null;
  readonly address: string;
  readonly hasAgreed: boolean;
  readonly error: FormError | null;
}

export interface ForgotProps {
  readonly address: string;
  /** True after the request, whoever it was for. */
  readonly isSent: boolean;
  /** Without a mail server nothing can be sent, and the page says so. */
  readonly hasMail: boolean;
  /** How long the link that is sent works. */
  readonly linkSeconds: number;
  readonly error: FormError | null;
}

export interface ResetProps {
  readonly resetKey: string;
  readonly error: FormError | null;
}

/** /logout asked for from another site: it asks first. */
export type SignOutProps = Record<string, never>;

/** /account/settings: what the settings dialog shows, as a page. */
export interface SettingsProps {
  readonly error: FormError | null;
}

export interface ErrorPageProps {
  readonly status: number;
  /** Ready to read, in the page's language. */
  readonly title: string;
  readonly message: string;
  /** Stands in the log; only for the unexpected. */
  readonly incident: string | null;
  /** Whether asking for the same page later may help, and takes nothing from whoever does. */
  readonly canComeAgain: boolean;
}

export type Page =
  | { readonly name: 'home'; readonly props: HomeProps }
  | { readonly name: 'private'; readonly props: PrivateProps }
  | { readonly name: 'burn'; readonly props: BurnProps }
  | { readonly name: 'secret'; readonly props: SecretProps }
  | { readonly name: 'secret-gone'; readonly props: { readonly host: string } }
  | { readonly name: 'recipient-burn'; readonly props: RecipientBurnProps }
  | { readonly name: 'not-found'; readonly props: Record<string, never> }
  | { readonly name: 'sign-in'; readonly props: SignInProps }
  | { readonly name: 'sign-up'; readonly props: SignUpProps }
  | { readonly name: 'forgot'; readonly props: ForgotProps }
  | { readonly name: 'reset'; readonly props: ResetProps }
  | { readonly name: 'sign-out'; readonly props: SignOutProps }
  | { readonly name: 'settings'; readonly props: SettingsProps }
  | { readonly name: 'feedback'; readonly props: FeedbackProps }
  /** `recordCount` and `domains` stand on the tabs. */
  | {
      readonly name: 'workspace';
      readonly props: WorkspaceProps;
      readonly recordCount: number;
      readonly domains: OwnDomains;
    }
  | { readonly name: 'incoming'; readonly props: IncomingProps }
  | { readonly name: 'pricing'; readonly props: PricingProps }
  | { readonly name: 'plan'; readonly props: PlanProps }
  | { readonly name: 'payment-stop'; readonly props: PaymentStopProps }
  | { readonly name: 'article'; readonly props: ArticleProps }
  | { readonly name: 'translations'; readonly props: TranslationsProps }
  | { readonly name: 'reference'; readonly props: ReferenceProps }
  | { readonly name: 'error'; readonly props: ErrorPageProps };
