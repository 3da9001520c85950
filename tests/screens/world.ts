import { after } from 'node:test';
import type { Page } from 'puppeteer-core';
import { type BrandStage, openBrandStage } from '../browser/brand-stage.ts';
import { EASY } from '../browser/feedback-screens.ts';
import { carrySession, type Member, memberAt, openMailbox } from '../browser/people-stage.ts';
import { picture } from '../features/domains/pictures.ts';
import { PLANS_ON } from '../support/plans.ts';
import { startServer } from '../support/server.ts';
import type { Shared } from '../support/site.ts';
import type { TestSmtpServer } from '../support/smtp-server.ts';
import { STRIPE_KEY, startStripeServer, type TestStripeServer, WEBHOOK_SECRET } from '../support/stripe-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { furnishDomains, furnishFeedback, furnishPayer, furnishRecents, KEPT } from './world-things.ts';

/** Who stands before a screen. */
export type Who =
  | 'anonymous'
  /** Has secrets, domains and everything that a plan gives. */
  | 'member'
  /** The same plan, and nothing made yet. */
  | 'newcomer'
  /** On the plan that lacks domains and the API. */
  | 'free'
  /** Pays, and has done so in every way. */
  | 'payer'
  | 'colonel'
  /** Of the site on which next to nothing is switched on. */
  | 'tenant';

/** A site with everything switched on and people on it, made once for the tests of a file. */
export interface World {
  readonly stage: BrandStage;
  readonly url: string;
  readonly mailbox: TestSmtpServer;
  readonly stripe: TestStripeServer;
  /** Everybody but strangers. */
  readonly people: Readonly<Record<Exclude<Who, 'anonymous'>, Member>>;
  /** Secrets of the member that were mailed, by what became of the mails. */
  readonly mailed: Readonly<Record<'waiting' | 'sent' | 'failed', Shared>>;
  /** A custom domain with a face of its own on which anybody may share, and one without. */
  readonly brandUrl: string;
  readonly quietUrl: string;
  /** Another site, on which next to nothing is switched on. */
  readonly bareUrl: string;
  /** A page of one of them, in a language (our code). */
  visitor(t: Cleanup, who: Who, options?: { readonly locale?: string; readonly hasScript?: boolean }): Promise<Page>;
}

/** Somebody whose name takes room. */
const LONG = 'somebody.with.a.rather.long.name@a-company-with-a-long-name.example.com';

const jurisdictions = [
  { identifier: 'EU', display_name: 'European Union', domain: 'eu.hush.example.org', icon: 'flag' },
  { identifier: 'US', display_name: 'United States', domain: 'us.hush.example.org', icon: 'building' },
];

const paid = [
  {
    ...{ id: 'identity', name: 'Identity Plus', featured: true, ttl: 2_592_000, size: 50_000 },
    monthly: { dollars: 35, stripe_price: 'price_month' },
    annually: { dollars: 365, stripe_price: 'price_year' },
  },
  {
    ...{ id: 'dedicated', name: 'Global Elite', coming: true, ttl: 2_592_000, size: 50_000 },
    ...{ monthly: { dollars: 245 }, annually: { dollars: 2545 } },
  },
];

const EVERYTHING = {
  ...{ ...PLANS_ON, ...EASY, HUSHLINK_PLANS_PAID: JSON.stringify(paid), HUSHLINK_PLANS_ANONYMOUS_SIZE: '400' },
  ...{ HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'false', HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '1000' },
  ...{ HUSHLINK_REGIONS_ENABLED: 'true', HUSHLINK_REGIONS_CURRENT: 'EU' },
  HUSHLINK_REGIONS_JURISDICTIONS: JSON.stringify(jurisdictions),
  ...{ HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_INCOMING_CAPTCHA: 'true' },
  ...{ HUSHLINK_INCOMING_PER_HOUR: '10000', HUSHLINK_MAIL_LINKS_PER_DAY: '10000' },
  HUSHLINK_SITE_BANNER: 'Maintenance on Sunday: <a href="https://example.org">what that means</a>',
  HUSHLINK_SITE_SUPPORT_HOST: 'support.example.org',
  HUSHLINK_SITE_SOURCE_URL: 'https://code.example.org/hushlink',
  HUSHLINK_SITE_CONTRIBUTION_ADDRESS: 'translations@example.org',
  ...{ HUSHLINK_SITE_LAUNCHED: '2026', HUSHLINK_SITE_TRANSLATED_SINCE: '2026' },
  HUSHLINK_SITE_TRANSLATORS: JSON.stringify([{ language: 'de', name: 'Robin', date: 'May 2026' }]),
  HUSHLINK_LEGAL_CONTACT_ADDRESS: 'office@example.org',
  HUSHLINK_LEGAL_SECURITY_ADDRESS: 'security@example.org',
  HUSHLINK_LEGAL_SUPPORTED_VERSIONS: JSON.stringify([
    { versions: '1.x', supported: true },
    { versions: '0.x', supported: false },
  ]),
};

const NEXT_TO_NOTHING = {
  ...{ ...PLANS_ON, HUSHLINK_FEEDBACK_ENABLED: 'false', HUSHLINK_LEGAL_ENABLED: 'false' },
  ...{ HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in', HUSHLINK_SECRETS_SENDER_COPY: '0' },
  ...{ HUSHLINK_API_ENABLED: 'false', HUSHLINK_LEGAL_CONTACT_ADDRESS: 'office@example.org' },
};

/** What the pages say on the console of what the screens are about: domains without a certificate, refusals. */
const MET =
  /Cross-Origin-Opener-Policy|status of [45]\d\d|INTERNET_DISCONNECTED|The captcha failed|feedback was not sent/;

/** Puts a site up with everything on it; what is asked for again and again is there already. */
export async function openWorld(): Promise<World> {
  const { mailbox, env } = await openMailbox();
  const stripe = await startStripeServer(() => Date.now());
  after(() => stripe.stop());
  const billing = {
    ...{ HUSHLINK_BILLING_STRIPE_KEY: STRIPE_KEY, HUSHLINK_BILLING_WEBHOOK_SECRET: WEBHOOK_SECRET },
    HUSHLINK_BILLING_STRIPE_ORIGIN: stripe.origin,
  };
  const stage = await openBrandStage({ ...env, ...EVERYTHING, ...billing });
  const bare = await startServer({ env: NEXT_TO_NOTHING });
  after(() => bare.stop());
  const people = {
    ...{ member: await stage.member(LONG), newcomer: await stage.member(), free: await stage.member() },
    ...{ payer: await stage.member(), colonel: await stage.member() },
    tenant: await memberAt(bare.url, 'robin@example.com'),
  };
  stage.alter('UPDATE customer SET is_verified = 1, locale = NULL');
  stage.alter(`UPDATE customer SET role = 'colonel' WHERE custid = '${people.colonel.address}'`);
  for (const one of [people.member, people.newcomer, people.free]) stage.givePlan(one, 'identity');
  await furnishDomains(stage, people.member, picture('rgba'));
  await stage.furnish(people.free, KEPT);
  stage.givePlan(people.free, 'basic');
  const mailed = await furnishRecents(stage, people.member, mailbox);
  await furnishPayer(stage, people.payer, stripe);
  await furnishFeedback(stage);
  const sessions = await sessionsOf(people);
  const [brandUrl, quietUrl] = [stage.urlOf('secrets.example.net'), stage.urlOf('quiet.example.net')];
  const expects = new RegExp(`^another host: (${bare.url}|http://[a-z]+\\.(example\\.net|localhost):)|${MET.source}`);
  return {
    ...{ stage, mailbox, stripe, people, mailed, brandUrl, quietUrl, url: stage.server.url, bareUrl: bare.url },
    visitor: async (t, who, { locale = 'en', hasScript = true } = {}) => {
      const page = await stage.visitor(t, { expects, hasScript });
      const domains = [
        ...[brandUrl, quietUrl, stage.server.url].map((url) => new URL(url).hostname),
        'other.localhost',
      ];
      const cookies = domains.map((domain) => ({ name: 'locale', value: locale, domain }));
      await page.browserContext().setCookie(...cookies);
      if (who !== 'anonymous') await carrySession(page, sessions[who]);
      return page;
    },
  };
}

async function sessionsOf(people: World['people']): Promise<Record<Exclude<Who, 'anonymous'>, string>> {
  const signed = Object.entries(people).map(async ([who, one]) => [who, await one.signIn()] as const);
  return Object.fromEntries(await Promise.all(signed)) as Record<Exclude<Who, 'anonymous'>, string>;
}
