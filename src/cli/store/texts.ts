import type { MoveFailure } from '#src/backup/move-store.ts';
import type { RestoreFailure } from '#src/backup/restore.ts';
import { shellWord } from '../system/shell-word.ts';

/** What backup, restore and store say of themselves. */
export const STORE_HELP = {
  backup: 'Write accounts, domains and the announcement into an encrypted file, beside a running server.',
  afterBackup: `
The file holds accounts with what is paid for them, domains with their logos, and the
announcement. It holds no sessions, reset links or mails, and never the site secret: keep
that one apart, for without it a backup opens nothing and restores nowhere.

Without --passphrase-file or --key-file a passphrase is asked for on the terminal. A key
file holds at least 32 bytes, as 'openssl rand -base64 32' makes them; whoever has it opens
the backup. The file is made with mode 0600 and never replaces one.

With --with-secrets it can bring back what was read or burned since it was made, for whoever
has the link: it is for moving a site, and to be deleted afterwards.

With --json: backup, made_at (epoch seconds), bytes, accounts, domains, secrets.`,
  restore: 'Load a backup into the store of the configuration, beside a running server.',
  afterRestore: `
The whole file is looked through before anything is written: a wrong passphrase, a file that
is damaged, or one of another site secret changes nothing. A restore that was broken off may
be run again. Accounts that come back are signed out everywhere.

A backup made with --with-secrets: what this store knows to be received or burned stays so.
Secrets that it knows nothing of may have been read since; they come back with --revive
alone, and then whoever has the link can read them, once more if they were read before.

With --json: accounts, domains, secrets, each with added, replaced, kept, over, unknown;
restart_needed, where servers that run on the store have to be restarted.
Exit code 4: another passphrase or key; 7: not a backup that can be restored here.`,
  store: 'Move the store of a site.',
  migrate: 'Copy everything into another, empty store, and close the old one.',
  afterMigrate: `
Servers may run. From the beginning to the end they refuse whatever would change something
(503) and go on answering what only reads. Afterwards the old store stays closed: start the
servers with the new address. If it is broken off, the old store goes on by itself within
half a minute, and the same command begins again.

An address is as in the configuration: sqlite:PATH, redis://..., redis+sentinel://...,
redis+cluster://... One that holds a password is read from a file: other users can list
arguments.

With --json: from, to, records, seconds.`,
  reopen: 'Let a store take writes again that was moved, or only filled in part.',
  afterReopen: `
The way back: everything that was unread when the store was moved can be read in both stores
then. Use it only while no server has run on the new one.`,
  options: {
    to: 'new file for the backup; - is standard output',
    withSecrets: 'secrets too, sealed as they wait; see below',
    passphraseFile: 'file with the passphrase, without one newline at its end; - is standard input',
    keyFile: 'file with a key of at least 32 bytes, without one newline at its end',
    from: 'the backup; - is standard input',
    replace: 'let accounts, domains and the announcement of the backup replace those that are there',
    revive: 'bring secrets back that this store knows nothing of',
    storeFrom: 'address of the old store (default: that of the configuration)',
    storeTo: 'address of the new store',
    storeFromFile: 'file with the address of the old store',
    storeToFile: 'file with the address of the new store',
  },
} as const;

const DAMAGED = 'The backup is damaged, or was cut off; nothing was changed.';

const RESTORE_FAILURES: Readonly<Record<RestoreFailure['kind'], string>> = {
  foreign: 'This is not a backup of Hushlink; nothing was changed.',
  newer: 'A newer release has made this backup; hint: restore it with that release. Nothing was changed.',
  'newer-format': 'A newer release has made this backup; hint: restore it with that release. Nothing was changed.',
  'other-kind-of-key': 'This backup was made the other way, with --key-file or with a passphrase; nothing was changed.',
  'wrong-key': 'That is not the passphrase or key of this backup; nothing was changed.',
  damaged: DAMAGED,
  'other-site-secret':
    'This backup belongs to another site secret; hint: set HUSHLINK_SITE_SECRET to the one it was made under, or, where the site has changed it since, list that one in HUSHLINK_SITE_PREVIOUS_SECRETS. Nothing was changed.',
  'other-names':
    'This store has begun under a later site secret than the backup, and has accounts already; hint: restore into an empty store. Nothing was changed.',
  closed: 'This store is being moved, or was; nothing was changed.',
};

const MOVE_FAILURES: Readonly<Record<MoveFailure['kind'], string>> = {
  'from-moved': 'The old store was moved already; hint: hushlink store reopen lets it take writes again.',
  'from-moving': 'Somebody is moving the old store already; nothing was changed.',
  'from-filling': 'The old store is one that a move has filled only in part; nothing was changed.',
  'to-closed': 'The new store is closed itself: it is being moved, or was; nothing was changed.',
  'to-not-empty': 'The new store is not empty; nothing was changed.',
  'lost-lease': 'The copy took a break that was too long, so writes may have come in between; run it again.',
};

export const STORE_TEXTS = {
  passphrase: 'Passphrase of the backup (not shown): ',
  keyNeeded: 'A passphrase or a key is needed; use --passphrase-file or --key-file, or run this on a terminal.',
  keyTooShort: (bytes: number) => `A key file holds at least ${bytes} bytes; hint: openssl rand -base64 32`,
  keyTooLong: 'The key file is too long.',
  keyUnreadable: (code: string) => `Could not read the key file (${code}).`,
  withSecrets:
    'Warning: this backup holds secrets that wait. Restored, it can bring back what was read or burned in the meantime.',
  siteSecretApart: 'The site secret is not in it: keep that one apart, without it this file is of no use.',
  made: (accounts: number, domains: number, secrets: number | null) =>
    `${count(accounts, 'account')}, ${count(domains, 'domain')}${secrets === null ? '' : `, ${count(secrets, 'secret')}`}.`,
  exists: 'There is a file of that name; nothing was changed.',
  onTerminal: 'A backup is not for a terminal; send it to a file or a pipe.',
  jsonOnStdout: 'Standard output carries the backup, so --json has no place there.',
  notWritten: (code: string) => `The backup could not be written (${code}); there is none.`,
  notRead: (code: string) => `The backup could not be read (${code}); nothing was changed.`,
  notKept: (folder: string, code: string) =>
    `The backup could not be kept in ${folder} meanwhile (${code}); hint: let TMPDIR name a folder with room for it. Nothing was changed.`,
  noSiteSecret: 'There is no site secret here; hint: put the one of the backup in place first. Nothing was changed.',
  restoreFailed: (kind: RestoreFailure['kind']) => RESTORE_FAILURES[kind],
  brokenOff: (reason: string) => `The restore was broken off: ${reason}. Run it again.`,
  restored: (name: string, counts: string) => `${name}: ${counts}\n`,
  unknown: (secrets: number) =>
    `Left out: ${count(secrets, 'secret')} that this store knows nothing of and that may have been read since; --revive brings them back.`,
  restartServers:
    'Restart the servers on this store now: it had begun under a later site secret, and goes by the names of the backup from now on.',
  ownerGone: (domains: number) =>
    `Left out: ${count(domains, 'domain')} of accounts that were deleted and made anew since the backup was made.`,
  stays: (accounts: number) =>
    `Accounts that were there stay as they are (${accounts}); with --replace the backup wins.`,
  notAnAddress: (option: string, why: string) => `The address of ${option} ${why}.`,
  addressNeeded: 'Where to? Give --to or --to-file.',
  addressTwice: (option: string) => `Give ${option} or ${option}-file, not both.`,
  passwordInArgument: (option: string) =>
    `An address with a password is no argument: other users can list those; use ${option}-file.`,
  addressUnreadable: (code: string) => `Could not read the file with the address (${code}).`,
  sameStore: 'Both addresses are the same.',
  noSuchFile: 'There is no old store at that address.',
  oldNotOpened: (reason: string) => `The old store does not answer: ${reason}; nothing was changed.`,
  newNotOpened: (reason: string) => `The new store does not answer: ${reason}; nothing was changed.`,
  moveFailed: (kind: MoveFailure['kind']) => MOVE_FAILURES[kind],
  moved: (records: number) => `moved ${records}\n`,
  startServersWith: (to: string) =>
    `Start the servers with HUSHLINK_STORE=${shellWord(to)} now; the old store takes no writes any more.`,
  startServersAt: (to: string) =>
    `Start the servers with HUSHLINK_STORE at ${to} now, its account included; the old store takes no writes any more.`,
  giveSecret: (file: string, previous: string | null) =>
    `Give them the same site secret, HUSHLINK_SITE_SECRET_FILE=${shellWord(file)}${
      previous === null ? '' : ` and HUSHLINK_SITE_PREVIOUS_SECRETS_FILE=${shellWord(previous)}`
    }: Redis keeps none.`,
  deleteOld: 'Delete the old store once you need no way back: it holds every secret that was unread.',
  freezing: 'Writes are refused from now on.',
  progress: (done: number, of: number, percent: number) => `${percent} % (${done} of ${of} records)`,
  moveBroken: (reason: string) => `The move was broken off: ${reason}. The old store goes on; run it again.`,
  openingBroken: (reason: string) =>
    `All is in the new store, which could not be opened: ${reason}. The old one takes no writes any more; run it again.`,
  sure: 'Whatever was unread at the move can be read in both stores then. Open it? [y/N] ',
  reopened: 'reopened\n',
  wasOpen: 'The store is open; nothing was changed.',
  isMoving: 'The store is being moved; nothing was changed.',
} as const;

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
