/**
 * Every name that a store has in Redis, for the adapter that keeps something there and for what walks through all of
 * it. What scripts change together shares a hash tag. With '' a name of many is what all of them begin with, with '*'
 * what SCAN finds them by.
 */
export const KEYS = {
  schema: 'hushlink:schema',
  /** Not in the slot of what it closes: in a cluster no script could ask for both. */
  mark: 'hushlink:mark',
  banner: 'hushlink:banner',
  /** The name is that of older releases, which kept a check value there and nothing else. */
  keyRecord: 'hushlink:site-key-check',
  keyLead: 'hushlink:key-lead',

  // One hash tag for all accounts: they are few and small, and who there is stands beside them. Payment shares it.
  customer: (custid: string) => `hushlink:{accounts}:customer:${custid}`,
  customersByCreation: 'hushlink:{accounts}:by-creation',
  reset: (id: string) => `hushlink:{accounts}:reset:${id}`,
  billing: (owner: string) => `hushlink:{accounts}:billing:row:${owner}`,
  payers: (owner: string) => `hushlink:{accounts}:billing:payers:${owner}`,
  payer: (payer: string) => `hushlink:{accounts}:billing:payer:${payer}`,
  billingDue: 'hushlink:{accounts}:billing:due',
  billingLead: 'hushlink:{accounts}:billing:lead',
  look: 'hushlink:{accounts}:billing:look',

  domain: (id: string) => `hushlink:{domains}:record:${id}`,
  logo: (id: string) => `hushlink:{domains}:logo:${id}`,
  domainsOf: (ownerTag: string) => `hushlink:{domains}:owner:${ownerTag}`,
  domainServed: (name: string) => `hushlink:{domains}:served:${name}`,
  domainsDue: 'hushlink:{domains}:due',
  domainsLead: 'hushlink:{domains}:lead',

  // Each secret in a slot of its own, and so its metadata.
  secret: (id: string): [state: string, content: string, sender: string] => [
    `{${id}}:state`,
    `{${id}}:content`,
    `{${id}}:sender`,
  ],
  metadata: (id: string) => `{${id}}:metadata`,
  owned: (ownerTag: string) => [`hushlink:owned:{${ownerTag}}:made`, `hushlink:owned:{${ownerTag}}:ends`],
  sharedFor: (domainTag: string) => [`hushlink:shared:{${domainTag}}:made`, `hushlink:shared:{${domainTag}}:ends`],

  session: (id: string) => `hushlink:session:${id}`,
  /** By when each was last used. Another slot of a cluster: derived, and gone an hour after the last use. */
  sessionsSeen: 'hushlink:sessions-seen',
  /** One hash tag, since an account and a network address are counted in one step. */
  attempt: (name: string) => `hushlink:{attempts}:${name}`,
  /** Each name in a slot of its own: in a cluster no master counts for all. */
  rate: (name: string) => `hushlink:rate:${name}`,
  place: (name: string) => `hushlink:place:${name}`,
  /** Ids by the instant they were made. An entry has a key of its own, and so its own time to live. */
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
  earlyEnds: 'hushlink:{tally}:early-ends',
} as const;

/** For SCAN. */
export const ALL_OF_SITE = 'hushlink:*';
