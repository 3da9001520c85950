import { CUSTOMER_KEY } from './account-rows.ts';
import { ANY_ID } from './scan-secrets.ts';

/** The keys of a store, as its adapters name them, for what walks through all of it. */
export const KEYS = {
  siteKeyCheck: 'hushlink:site-key-check',
  banner: 'hushlink:banner',
  mark: 'hushlink:mark',
  schema: 'hushlink:schema',
  customersByCreation: 'hushlink:{accounts}:by-creation',
  customer: (custid: string) => CUSTOMER_KEY + custid,
  reset: (id: string) => `hushlink:{accounts}:reset:${id}`,
  look: 'hushlink:{accounts}:billing:look',
  billingDue: 'hushlink:{accounts}:billing:due',
  domainsDue: 'hushlink:{domains}:due',
  domain: (id: string) => `hushlink:{domains}:record:${id}`,
  logo: (id: string) => `hushlink:{domains}:logo:${id}`,
  secret: (id: string): [state: string, content: string, sender: string] => [
    `{${id}}:state`,
    `{${id}}:content`,
    `{${id}}:sender`,
  ],
  metadata: (id: string) => `{${id}}:metadata`,
  session: (id: string) => `hushlink:session:${id}`,
  sessionsSeen: 'hushlink:sessions-seen',
  attempt: (name: string) => `hushlink:{attempts}:${name}`,
  place: (name: string) => `hushlink:place:${name}`,
  feedbackIndex: 'hushlink:{feedback}:index',
  feedback: (id: string) => `hushlink:{feedback}:entry:${id}`,
  mail: (id: string) => `hushlink:{outbox}:mail:${id}`,
  mailsDue: 'hushlink:{outbox}:due',
  mailExpiry: 'hushlink:{outbox}:expiry',
  mailTotals: 'hushlink:{outbox}:totals',
  mailTicket: (hash: string) => `hushlink:{outbox}:ticket:${hash}`,
  mailAccount: (hash: string) => `hushlink:{outbox}:account:${hash}`,
  live: 'hushlink:{tally}:live',
  records: 'hushlink:{tally}:records',
  totals: 'hushlink:{tally}:totals',
  day: (day: string) => `hushlink:{tally}:day:${day}`,
} as const;

/** For SCAN. Secrets and their metadata are named by themselves, in a slot of their own each. */
export const ALL_OF_SITE = 'hushlink:*';
export const ALL_SECRETS = `{${ANY_ID}}:*`;
