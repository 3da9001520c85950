/** The usage text: what `--help` says. tests/cli/transcripts/ holds it as people see it. */
export const HELP = {
  program: 'Hand somebody a secret: a link that shows it once, and then is gone.',
  version: 'print the version and exit',
  help: 'show this help and exit',
  helpCommand: 'show the help of a command',
  afterProgram: `
Standard output carries the link, the content or the state alone; everything else goes to
standard error. Content and passphrases are never arguments: other users can list those.
A link comes from standard input where - stands for it.

What is said of a server counts in this order: option, environment, profile, default; what
the profile of --profile says goes before the environment. A token goes to the server of its
own profile or environment, and to no other. Profiles stand in
$XDG_CONFIG_HOME/hushlink/config.yaml, else ~/.config/hushlink/config.yaml:

  default_profile: work
  profiles:
    work:
      server: https://secrets.example.com
      user: you@example.com
      token_file: tokens/work        # what hushlink login keeps; or, without a shell:
      # token_command: [pass, show, hushlink]
      timeout: 30
      ttl: 1d

Environment:
  HUSHLINK_PROFILE     the profile where --profile does not say otherwise
  HUSHLINK_SERVER      the server where --server does not say otherwise
  HUSHLINK_USER        with HUSHLINK_TOKEN, who you are to that server
  HUSHLINK_TOKEN       the API token; or HUSHLINK_TOKEN_FILE, a file that holds it
  HUSHLINK_TIMEOUT     seconds, as --timeout
  HUSHLINK_TTL         a lifetime, as --ttl
  HUSHLINK_PASSPHRASE  the passphrase where --passphrase-file does not give one

With --json standard output carries exactly one object on one line. An error is
  {"error":{"code":"gone","exit":3,"message":"...","retry_after":5}}
with retry_after, in seconds, only where waiting helps.

Exit codes:
  0    done
  1    unexpected; configuration: a server's, a profile or a token is refused, and the command
       does nothing; differs: hushlink verify found differences, hushlink prove-once a round
       without exactly one copy; hushlink doctor and healthcheck: something is not as it
       should be
  2    usage: a wrong option, argument or input; nothing was changed
  3    gone: no such secret, account or domain, or not any more
  4    wrong_passphrase: the secret is still there
  5    locked, limited: too many wrong passphrases or requests; try later
  6    network: the server was not reached, or did not answer in time
  7    refused: the server does not accept this
  8    server: trouble on the server's side, or no Hushlink at all
  9    undelivered: it was done, but the output, a token or a backup could not be kept, or an
       opened secret was lost on the way; without a sentence where the reader of the output
       had gone away (hushlink recent | head -1)
  130  cancelled: stopped at a question`,
  create: 'Share a file, or standard input, and print the link.',
  createFile: 'file to share; - or nothing is standard input',
  afterCreate: `
The content is text in UTF-8, at most 1 MiB, and goes out byte for byte: a newline at
its end belongs to it (printf %s leaves it away, echo does not). The link alone is on
standard output; expiry and private page are on standard error. What is longer is not read
to its end, and nothing is sent.

With --json: share_url, metadata_url, secret_key, metadata_key, expires_at (epoch
seconds), ttl (seconds), has_passphrase.`,
  generate: 'Have the server make a password, and print its link.',
  afterGenerate: `
With --show the password is the second line on standard output.

With --json: the same object as create; with --show also secret_value.`,
  reveal: 'Open a secret and print its content. It can be opened only once.',
  afterReveal: `
A link leads to its own server unless --server is given; a key needs the server.
A passphrase that is needed and not given is asked for on the terminal.

The content goes out byte for byte, and nothing is added. On a terminal, control
characters other than newline and tab are shown as escapes.

The output file is made with mode 0600 before the secret is opened, and never replaces
a file. If the output fails after that, the content is kept in a file of mode 0600 in
the temporary folder (TMPDIR), which standard error names; exit code 9.

With --json: content, is_truncated, original_size (characters); with --output: output,
bytes, is_truncated, original_size.`,
  burn: 'Destroy a secret unread, as its sender or as its recipient.',
  afterBurn: `
A private link burns for the sender, a secret link for the recipient. Prints 'burned'.

With --json: state, burned_by.`,
  status: 'Say what became of a secret, in one word. Changes nothing.',
  afterStatus: `
Prints new, previewed, received, burned or expired; details are on standard error.
A secret nobody knows of, or not any more, is exit code 3.

With --json, of a private link: state, as, secret_ttl (seconds), has_passphrase,
created, received_at, burned_at, burned_by, passphrase_failures, locked_until (epoch
seconds, or null); of a secret link: state, as, secret_ttl, has_passphrase.`,
  recent: 'List what you have shared in the last 30 days, newest first.',
  afterRecent: `
Prints private key, state, day and time, and recipients, in columns; status and burn take
such a key. At most the newest 1000.

With --json: count, secrets: metadata_key, state, created (epoch seconds), secret_ttl
(seconds), has_passphrase, recipients.`,
  selftest: 'Share something meaningless on a server, open it, and see that it is gone.',
  selftestUrl: 'server to try, like https://secrets.example.com',
  afterSelftest: `
Leaves nothing behind: what is shared has a passphrase that nobody knows, and expires after
a minute if it could not be opened. Where only customers may share, a profile of that
server, or HUSHLINK_USER and HUSHLINK_TOKEN, say who you are. Prints 'passed'; any exit code but 0 says what went wrong.

With --json: created, opened, opened_again (true, true, false), links_to.`,
  domains: 'Look after your own domains for links.',
  domainsName: 'the domain, like secrets.example.com',
  domainsCommands: {
    list: 'List your domains: name, whether proven, status and day, in columns.',
    add: 'Add a domain, and print the DNS records to create.',
    show: 'Print what is known of a domain, and the DNS records to create.',
    verify: 'Have the server look for the records now, and print what it found.',
    remove: 'Remove a domain; links there stop working.',
  },
  afterDomains: `
As the customer of the profile, or of HUSHLINK_USER (e-mail address) and HUSHLINK_TOKEN (API
token); a token is never an argument. A name may be written as people read it or in A-labels. A check
may be asked for every 30 seconds.

With --json: what the API answers, record and details; list: count, custid, records,
details. An unknown domain is exit code 3; a name that can be none 2, or 7 where it was to be
added, as is one that somebody else has proven; a check too early 5.`,
  verify: 'Compare what a site serves to browsers with what this release serves.',
  verifyUrl: 'address of the site, like https://secrets.example.com',
  afterVerify: `
Fetches every file of this release, plain, as Brotli and as gzip, and compares it with the
hash that the build wrote down; then looks at four pages (home, sign-in, privacy, a secret
that nobody has): whether they carry our Content-Security-Policy and load nothing but
those files. Prints one line per difference. Changes nothing, follows no redirect, and sends
neither cookies nor HUSHLINK_TOKEN.

Exit code 0: no difference; 1: differences; 6: not reached, or not done in time; 7: the site
runs another version, or sends elsewhere; 8: no Hushlink.

What it shows: at this moment, to this machine, the site served the code of this release.
What it cannot show: what others got. A server can tell who asks, answer this command
honestly and somebody else not; nor does it say what the server does with a secret it was
sent. It finds proxies that change pages, forgotten upgrades and files changed by accident or
by somebody who did not reckon with being looked at. Run it from several places, and
from a hushlink that did not come from the site itself.

With --json: url, version (of this release), instance_version (or null), files, pages (how
many were compared), differences: kind (missing, changed, page, policy, loads), path, detail.`,
  licences: 'Print the licence of Hushlink and those of all that is in it.',
  afterLicences: `
With --json: licences.`,
  target: 'link, or key of 31 characters; - reads it from standard input',
  options: {
    profile: 'who and where you are, by its name in config.yaml (default: HUSHLINK_PROFILE)',
    server:
      'server to ask (default: that of --profile, else HUSHLINK_SERVER, else that of the profile in use, else http://localhost:3000)',
    timeout: 'give up on an answer after this time (default: HUSHLINK_TIMEOUT, else that of the profile, else 30)',
    wholeTimeout: 'give up after this time altogether',
    json: 'print one JSON object',
    ttl: 'lifetime: seconds, or 90s, 5m, 1h, 2d, 1w',
    newPassphraseFile:
      'file with the passphrase the recipient must enter, without one newline at its end; - is standard input',
    passphraseFile: 'file with the passphrase, without one newline at its end; - is standard input',
    recipient: 'e-mail address to send the link to; needs an account; repeatable',
    length: 'characters of the password',
    sets: 'of lowercase, uppercase, digits, symbols; separated by commas',
    show: 'print the password too',
    limit: 'accounts to list at most',
    newPasswordFile: 'file with the password, without one newline at its end; - is standard input',
    role: 'customer, or colonel for an administrator',
    output: 'write the content to this new file; - is standard output',
    as: 'whose key a bare key is',
    host: 'name to ask for, where the site does not answer to that of the address',
    yes: 'do not ask',
  },
} as const;
