/** What `hushlink incident` says. */
export const INCIDENT_TEXTS = {
  everything: 'everything',
  everybody: 'everybody',
  burnWhat: {
    account: (address: string) =>
      `Every unread secret of ${address} will be destroyed. Their senders see that you did it.`,
    domain: (name: string) =>
      `Every unread secret that was shared for ${name} will be destroyed. Their senders see that you did it.`,
    all: 'Every unread secret of this site will be destroyed. Their senders see that you did it.',
  },
  signOutWhom: {
    account: (address: string) => `All sessions, the API token and the reset links of ${address} will end.`,
    all: 'All sessions, API tokens and reset links of everybody will end, yours too.',
  },
  type: (word: string) => `This cannot be undone. Type ${word} to go on: `,
  burned: (count: number) => `${count === 1 ? '1 secret was' : `${count} secrets were`} destroyed unread.`,
  signedOut: (count: number) =>
    `${count === 1 ? '1 account was' : `${count} accounts were`} signed out; passwords are as they were.`,
  oneTarget: 'Say what it is about: --account ADDRESS, --domain NAME or --all, one of them.',
  oneAccount: 'Say whom it is about: --account ADDRESS or --all, one of them.',
  notADomain: 'That is not the name of a domain.',
  noDomains: 'This site has no custom domains (domains.enabled); nothing was burned.',
  ownName: 'That is the name of the site itself, and of no custom domain; nothing was burned.',
  cutShort: (count: number, why: string) => `Cut short after ${count}: ${why}. Begin again; what is done stays done.`,
} as const;

export const INCIDENT_HELP = {
  incident: 'Burn what waits and sign people out, when something has happened.',
  burn: 'Destroy all unread secrets of an account, of a custom domain, or of the site.',
  signOut: 'End the sessions, API tokens and reset links of an account, or of everybody.',
  account: 'e-mail address of the account',
  domain: 'name of the custom domain they were shared for',
  all: 'everything, or everybody',
  after: `
Works on the store of the configuration, beside running servers. A secret that somebody is
opening at that moment is either delivered or destroyed, never both. What is made after the
command has begun stays. It asks for a word first; with --yes it does not.

With --json: burn: burned; sign-out: signed_out. An unknown account is exit code 3.`,
} as const;
