import type { AccountRecordWire, CustomerWire, PlanWire } from '#src/features/accounts/account-wire.ts';
import type { ColonelRecordWire, FeedbackEntryWire } from '#src/features/colonel/colonel-wire.ts';
import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import type { RecentListWire, RecentWire } from '#src/features/secrets/secret-wire.ts';
import type { CreateFormProps, Page } from '#views/page-props.ts';
import type { AccountFormError, OwnDomains } from '#views/workspace/workspace-props.ts';
import { context, nowMs, privateRecord, render } from './sample-pages.ts';

const nowSeconds = nowMs / 1000;

export const plan: PlanWire = {
  planid: 'basic',
  options: { name: 'Basic', custom_domains: false, ttl: 2_592_000, size: 50_000, api: true, email: true },
};

export const customer: CustomerWire = {
  ...{ custid: 'robin@example.com', role: 'customer', locale: null, plan, verified: true, secrets_created: 48 },
  ...{ customer_since: '12 March 2025', created: nowSeconds - 20_000_000 },
};

export const signedIn: SiteGlobalsWire = {
  ...context.globals,
  ...{ authenticated: true, customer, plan, metadata_record_count: 6 },
};

const domains: OwnDomains = { count: 0, names: [] };

export const form: CreateFormProps = {
  ...{ action: '/dashboard', maxContentChars: 50_000, ttlOptionsSeconds: [300, 3600, 604_800], ttlSeconds: 604_800 },
  ...{ linkPrefix: 'https://hush.example.org/secret/', host: 'hush.example.org', customDomains: [], shareDomain: '' },
  ...{ secret: '', passphrase: '', hasRecipient: true, recipient: '', minPassphraseChars: 0, error: null },
};

export function dashboardPage(changes: Partial<CreateFormProps> = {}): Page {
  return { name: 'workspace', props: { screen: 'dashboard', form: { ...form, ...changes } }, recordCount: 6, domains };
}

export function recent(shortkey: string, changes: Partial<RecentWire> = {}): RecentWire {
  const key = shortkey.padEnd(31, '0');
  return { ...privateRecord, key, identifier: key, shortkey, stamp: '4 hours ago', ...changes };
}

export function recentList(...records: readonly RecentWire[]): RecentListWire {
  const [received, notreceived] = [true, false].map((isOver) => records.filter((one) => one.is_destroyed === isOver));
  const details = { since: nowSeconds - 2_592_000, now: nowSeconds, has_items: records.length > 0 };
  return {
    ...{ count: records.length, custid: customer.custid, records },
    details: { ...details, received: received!, notreceived: notreceived! },
  };
}

export function recentPage(...records: readonly RecentWire[]): Page {
  return {
    name: 'workspace',
    props: { screen: 'recent', list: recentList(...records), form },
    recordCount: records.length,
    domains,
  };
}

interface AccountChanges {
  readonly account?: Partial<AccountRecordWire>;
  readonly error?: AccountFormError;
  readonly notice?: string;
}

export const account: AccountRecordWire = {
  ...{ apitoken: null, has_apitoken: false, cust: customer, stripe_customer: null, stripe_subscriptions: [] },
};

export function accountPage({ account: changes, error, notice }: AccountChanges = {}): Page {
  const props = { form, account: { ...account, ...changes }, error: error ?? null, notice: notice ?? null };
  return { name: 'workspace', props: { screen: 'account', ...props }, recordCount: 0, domains };
}

export function feedback(msg: string, changes: Partial<FeedbackEntryWire> = {}): FeedbackEntryWire {
  const entry = { msg, stamp: '2026-11-21@08:05:09 UTC', created: nowSeconds - 4000, from: 'sam@example.net' };
  return { ...entry, signed_in: true, unchecked: false, tz: 'Europe/Berlin', version: '1.2.3', ...changes };
}

const colonelCustomer = { colonel: false, verified: true, secrets_created: 48, secrets_shared: 41, emails_sent: 12 };
const colonelSeen = { planid: 'basic', stamp: '2026-11-20@09:14:09 UTC', created: nowSeconds - 86_400 };

export const colonel: ColonelRecordWire = {
  counts: {
    ...{ session_count: 37, secret_count: 642, metadata_count: 702, secrets_created: 18_420, secrets_shared: 15_903 },
    ...{ emails_sent: 4118, emails_failed: 5, emails_waiting: 8, feedback_count: 55, today_feedback_count: 6 },
    ...{ yesterday_feedback_count: 11, older_feedback_count: 38, recent_customer_count: 282, customer_count: 1284 },
  },
  days: Array.from({ length: 14 }, (_, index) => ({
    day: `2026-11-${String(index + 8).padStart(2, '0')}`,
    secrets_created: 100 + index * 7,
    secrets_shared: 20 + index,
  })),
  recent_customers: [
    { custid: 'admin@example.org', ...colonelCustomer, ...colonelSeen, colonel: true },
    { custid: 'robin@example.com', ...colonelCustomer, ...colonelSeen, verified: false },
    { custid: 'sam@example.net', ...colonelCustomer, ...colonelSeen },
  ],
  today_feedback: [
    feedback('The link opened quickly.\nThank you.'),
    feedback('Two weeks, please.', { unchecked: true }),
  ],
  yesterday_feedback: [feedback('The Arabic page reads well.', { from: 'anon', signed_in: false })],
  older_feedback: [],
  billing: 'off',
  redis_info: { version: '7.2.5', uptime_in_days: 41 },
};

export function colonelPage(changes: Partial<ColonelRecordWire> = {}): Page {
  return {
    name: 'workspace',
    props: { screen: 'colonel', form, colonel: { ...colonel, ...changes } },
    recordCount: 0,
    domains,
  };
}

const PATHS = {
  ...{ dashboard: '/dashboard', recent: '/recent', account: '/account', colonel: '/colonel' },
  ...{ domains: '/account/domains', 'domain-add': '/account/domains/add' },
  'domain-verify': '/account/domains/secrets.example.com/verify',
  'domain-brand': '/account/domains/secrets.example.com/brand',
} as const;

/** As somebody sees it who is signed in. */
export function renderSignedIn(page: Page, globals: Partial<SiteGlobalsWire> = {}, path?: string): string {
  if (page.name !== 'workspace') throw new Error('not a page of the workspace');
  const mine = { ...signedIn, metadata_record_count: page.recordCount, ...globals };
  return render(page, { globals: mine, path: path ?? PATHS[page.props.screen] });
}
