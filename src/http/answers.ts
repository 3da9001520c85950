import type { Request, Response } from 'express';
import type { Customer } from '#src/features/accounts/customer.ts';
import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import type { UpgradeOffer } from '#src/features/plans/plan-wire.ts';
import { languageName, languageTag, textDirection } from '#src/i18n/language-tag.ts';
import type { Texts } from '#src/i18n/texts.ts';
import type { FormError, Page, PageBrand, PageContext } from '#views/page-props.ts';
import type { OwnDomains } from '#views/workspace/workspace-props.ts';
import type { AntiForgery } from './anti-forgery.ts';
import type { Askers } from './askers.ts';
import { askForCredentials, mayAskForCredentials } from './credentials.ts';
import type { LocaleChoice } from './locale.ts';
import type { RenderPage } from './page-renderer.ts';
import type { PublicPages } from './public-pages.ts';
import { pageStatusOf, type Refusal, wireOf } from './refusals.ts';
import { sendJson, sendPage, sendPublic } from './send.ts';
import type { SiteAddress } from './site-address.ts';
import type { Visitors } from './visitor.ts';

export interface AnswerDeps {
  readonly texts: Texts;
  readonly locales: LocaleChoice;
  readonly render: RenderPage;
  readonly publicPages: PublicPages;
  readonly address: SiteAddress;
  readonly visitors: Visitors;
  readonly antiForgery: AntiForgery;
  /** Who speaks on the custom domain of a request; null on the site itself. */
  readonly brandOf: (request: Request) => PageBrand | null;
  readonly globalsOf: (request: Request, languageTag: string) => SiteGlobalsWire;
  /** What to offer whoever is asking, in that language of ours; null for nothing. */
  readonly upgradeFor: (request: Request, locale: string) => UpgradeOffer | null;
  readonly askers: Askers;
  readonly now: () => number;
  readonly site: { readonly name: string; readonly version: string; readonly hasLegalPages: boolean };
}

interface ListEnvelope {
  readonly count: number;
  readonly custid: string;
  readonly records: readonly unknown[];
  readonly details: unknown;
}

interface Envelope {
  readonly record: unknown;
  readonly details: unknown;
  readonly message?: string;
}

export interface FormAnswer {
  readonly error: FormError | null;
  readonly status: number;
}

/** The only way out: every JSON envelope, every page and every refusal is made here. */
export interface Answers {
  json(request: Request, response: Response, envelope: Envelope): void;
  jsonList(request: Request, response: Response, list: ListEnvelope): void;
  refuseJson(request: Request, response: Response, refusal: Refusal): void;
  page(request: Request, response: Response, page: Page, status?: number): void;
  /**
   * A page that holds nothing of the visitor, so that it can be kept: with an ETag, and without a token or
   * a cookie; what is opened on it asks for a token then. Several are variants: who has one of them keeps it,
   * others get one by chance. Hand over the same props each time: they are drawn once. Safe methods only.
   */
  publicPage(request: Request, response: Response, variants: readonly [Page, ...Page[]]): void;
  refusePage(request: Request, response: Response, refusal: Refusal): void;
  /** A refusal as a form shows it, and the status that goes with it; sets Retry-After where waiting helps. */
  formError(request: Request, response: Response, refusal: Refusal | null): FormAnswer;
  /** The refusal in the words of the asker's language. */
  messageOf(request: Request, response: Response, refusal: Refusal): string;
  /** A text in the asker's language. */
  text(request: Request, response: Response, key: string): string;
  /** Our code of the asker's language. */
  localeOf(request: Request, response: Response): string;
  /** BCP 47 of the asker's language. */
  languageTagOf(request: Request, response: Response): string;
}

/** Pages without a form: they need neither a visitor's cookie nor a token. */
const FORMLESS_PAGES: ReadonlySet<Page['name']> = new Set(['secret-gone', 'not-found', 'error', 'plan']);

/** Of anybody outside the workspace. */
const NOTHING_OWN: { readonly recordCount: number; readonly domains: OwnDomains } = {
  ...{ recordCount: 0, domains: { count: 0, names: [] } },
};

export function createAnswers(deps: AnswerDeps): Answers {
  const { texts, antiForgery, visitors } = deps;
  const localeOf = (request: Request, response: Response) =>
    deps.locales.choose(request, response, customerOf(deps, request)?.locale ?? null);
  const languages = texts.locales.map((code) => ({
    ...{ code, tag: languageTag(code), name: languageName(code, texts.locales) },
  }));
  const messageOf = (request: Request, response: Response, { kind, values }: Refusal) =>
    texts.translator(localeOf(request, response))(wireOf(kind).messageKey, values);

  const page: Answers['page'] = (request, response, page, status = 200) => {
    const locale = localeOf(request, response);
    const visitor = FORMLESS_PAGES.has(page.name) ? visitors.of(request) : visitors.ensure(request, response);
    const shrimp = visitor === null ? '' : antiForgery.tokenFor(visitor);
    const own = page.name === 'workspace' ? page : NOTHING_OWN;
    const context = {
      ...pageContext(deps, request, { locale, shrimp, own, formFields: formFieldsOf(page) }),
      languages,
    };
    const html = deps.render(page, context);
    if (page.name === 'home') response.removeHeader('X-Robots-Tag');
    sendPage(response, status, html);
  };

  return {
    localeOf,
    text: (request, response, key) => texts.translator(localeOf(request, response))(key),
    languageTagOf: (request, response) => languageTag(localeOf(request, response)),
    messageOf,
    formError: (request, response, refusal) => {
      const status = pageStatusOf(refusal);
      if (refusal === null) return { error: null, status };
      setRetryAfter(response, refusal);
      return { error: { field: refusal.field ?? null, message: messageOf(request, response, refusal) }, status };
    },
    page,
    publicPage: (request, response, variants) => {
      const locale = localeOf(request, response);
      const nobodys = { locale, shrimp: '', own: NOTHING_OWN, formFields: null };
      const context = { ...pageContext(deps, request, nobodys), languages };
      // The same page whatever led to it, and whenever.
      const chosen = deps.publicPages.choose(request, variants, { ...context, path: '', nowMs: 0 });
      sendPublic(response, chosen, { isOwn: context.globals.customer !== null });
    },
    json: (request, response, envelope) => {
      const shrimp = antiForgery.tokenFor(visitors.of(request));
      sendJson(response, 200, {
        success: true,
        shrimp,
        custid: customerOf(deps, request)?.custid ?? 'anon',
        ...envelope,
      });
    },
    jsonList: (request, response, list) => {
      sendJson(response, 200, { success: true, shrimp: antiForgery.tokenFor(visitors.of(request)), ...list });
    },
    refuseJson: (request, response, refusal) => {
      const { status, errorType, message = messageOf(request, response, refusal) } = wireOf(refusal.kind);
      setRetryAfter(response, refusal);
      if (status === 401 && mayAskForCredentials(request)) askForCredentials(response);
      sendJson(response, status, {
        success: false,
        message,
        error_type: errorType,
        ...(refusal.field !== undefined && { field: refusal.field }),
        ...(refusal.retryAfter !== undefined && { retry_after: refusal.retryAfter }),
        ...(refusal.triesLeft !== undefined && { tries_left: refusal.triesLeft }),
        ...(refusal.incident !== undefined && { incident: refusal.incident }),
        shrimp: antiForgery.tokenFor(visitors.of(request)),
      });
    },
    refusePage: (request, response, refusal) => {
      const { status } = wireOf(refusal.kind);
      setRetryAfter(response, refusal);
      if (refusal.kind === 'not-found') return page(request, response, { name: 'not-found', props: {} }, status);
      const message = messageOf(request, response, refusal);
      const title = texts.translator(localeOf(request, response))('errors.title');
      const props = { status, title, message, incident: refusal.incident ?? null, canComeAgain: canComeAgain(refusal) };
      page(request, response, { name: 'error', props }, status);
    },
  };
}

function customerOf({ askers }: AnswerDeps, request: Request): Customer | null {
  const asker = askers.of(request);
  return asker.kind === 'customer' ? asker.customer : null;
}

/** Not after a claim that may have been done: who sends that form again gets the answer, a new page is a stranger. */
function canComeAgain({ kind, retryAfter }: Refusal): boolean {
  return retryAfter !== undefined && kind !== 'store-uncertain';
}

function setRetryAfter(response: Response, { retryAfter }: Refusal): void {
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
}

interface Answered {
  readonly locale: string;
  readonly shrimp: string;
  readonly own: typeof NOTHING_OWN;
  readonly formFields: PageContext['globals']['form_fields'];
}

function pageContext(
  deps: AnswerDeps,
  request: Request,
  { locale, shrimp, own, formFields }: Answered,
): Omit<PageContext, 'languages'> {
  const nowMs = deps.now();
  return {
    ...{ locale, lang: languageTag(locale), dir: textDirection(locale), shrimp, nowMs },
    siteName: deps.site.name,
    version: deps.site.version,
    hasLegalPages: deps.site.hasLegalPages,
    siteHost: deps.address.hostOf(request),
    siteUrl: `${deps.address.originOf(request)}/`,
    year: new Date(nowMs).getUTCFullYear(),
    path: request.originalUrl,
    brand: deps.brandOf(request),
    upgrade: deps.upgradeFor(request, locale),
    globals: {
      ...deps.globalsOf(request, languageTag(locale)),
      metadata_record_count: own.recordCount,
      custom_domains_record_count: own.domains.count,
      custom_domains: own.domains.names,
      form_fields: formFields,
    },
  };
}

/** A form that is drawn again begins with what was typed. */
function formFieldsOf(page: Page): PageContext['globals']['form_fields'] {
  if (page.name !== 'home' && page.name !== 'workspace') return null;
  const { secret } = page.props.form;
  return secret === '' ? null : { secret };
}
