/** The usage text: what `--help` says. tests/cli/transcripts/ holds it as people see it. */
export const HELP = {
  program: 'Hand somebody a secret: a link that shows it once, and then is gone.',
  version: 'print the version and exit',
  help: 'show this help and exit',
  helpCommand: 'show the help of a command',
  afterProgram: `
Standard output carries the link, the content or the state alone; everything else goes to
standard error. Content and passphrases are never arguments: other users can list those.

Environment:
  HUSHLINK_SERVER      the server where --server does not say otherwise
  HUSHLINK_USER        with HUSHLINK_TOKEN, who you are to that server; other servers
  HUSHLINK_TOKEN       that a link may lead to do not get to see them
  HUSHLINK_PASSPHRASE  the passphrase where --passphrase-file does not give one

With --json standard output carries exactly one object on one line. An error is
  {"error":{"code":"gone","exit":3,"message":"...","retry_after":5}}
with retry_after, in seconds, only where waiting helps.

Exit codes:
  0    done
  1    unexpected, or configuration: it is wrong, and the command does nothing; differs:
       hushlink verify found differences; hushlink doctor and healthcheck: something is not
       as it should be
  2    usage: a wrong option, argument or input; nothing was changed
  3    gone: no such secret, account or domain, or not any more
  4    wrong_passphrase: the secret is still there
  5    locked, limited: too many wrong passphrases or requests; try later
  6    network: the server was not reached, or did not answer in time
  7    refused: the server does not accept this
  8    server: trouble on the server's side, or no Hushlink at all
  9    undelivered: the secret was opened or made, but the output could not be written
  130  cancelled: stopped at a question`,
  create: 'Share a file, or standard input, and print the link.',
  createFile: 'file to share; - or nothing is standard input',
  afterCreate: `
The content is text in UTF-8, at most 1 MiB, and goes out byte for byte: a newline at
its end belongs to it (printf %s leaves it away, echo does not). The link alone is on
standard output; expiry and private page are on standard error.

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
  selftest: 'Share something meaningless on a server, open it, and see that it is gone.',
  selftestUrl: 'server to try, like https://secrets.example.com',
  afterSelftest: `
Leaves nothing behind: what is shared has a passphrase that nobody knows, and expires after
five minutes if it could not be opened. Where only customers may share, HUSHLINK_USER and
HUSHLINK_TOKEN say who you are. Prints 'passed'; any exit code but 0 says what went wrong.

With --json: created, opened, opened_again (true, true, false), links_to.`,
  serve: 'Run the server until SIGTERM or SIGINT.',
  afterServe: `
Configured by config/hushlink.yaml, by the file HUSHLINK_CONFIG names, and by the
environment; see 'hushlink config show'.`,
  healthcheck: 'Exit with 0 if the server of this configuration is ready for visitors, else with 1.',
  afterHealthcheck: `
Asks /readyz at listen.host and listen.port of the configuration, as 'hushlink serve' reads
it from the same environment: for probes of a container that holds nothing else. Answers
within three seconds.`,
  doctor: 'Look at all that a server stands on, and say what is wrong with it.',
  afterDoctor: `
Looks at configuration, data folder, disk, store, mail server, DNS, clock and the limits of
this machine, beside a running server or without one, and changes nothing. It asks nobody
but the servers that the configuration names. Each line is ok, warn (it works, but hardly
as meant) or fail (it does not work), with a hint. Exit code 1 if one is fail, else 0.
Run it as the user of the server.

With --json: ok, and findings: check, status, message, hint (or null).`,
  config: 'Look at the configuration of the server.',
  configCheck: 'Say everything that is wrong with the configuration; exit code 1 if something is.',
  configShow: 'Print the configuration in effect as YAML, with secrets masked.',
  banner: 'The announcement above the header of every page.',
  afterBanner: `
Works on the store of the configuration, beside a running server; pages follow within ten
seconds. Without one in the store, pages show site.banner of the configuration.`,
  bannerSet: 'Show this announcement from now on.',
  bannerText: 'words and links; of HTML only <a> with href, target, rel and class stays',
  bannerClear: 'Take it away again.',
  bannerShow: 'Print the announcement as pages hold it; nothing when there is none.',
  mail: 'Try out the mail server of the configuration.',
  mailTest: 'Send a test mail right now, and print what the mail server says to it.',
  mailAddress: 'e-mail address it goes to',
  afterMail: `
Uses mail.smtp and mail.from, and no store: the mail does not wait, it is sent or it is not.
Exit code 6: the mail server was not reached or is not to be trusted; 7: it refused the
mail or the sign-in; 8: it cannot take mail now.`,
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
As the customer that HUSHLINK_USER (e-mail address) and HUSHLINK_TOKEN (API token) name; a
token is never an argument. A name may be written as people read it or in A-labels. A check
may be asked for every 30 seconds.

With --json: what the API answers, record and details; list: count, custid, records,
details. An unknown domain is exit code 3, a wrong name or one that somebody else has
proven 7, a check too early 5.`,
  customers: 'Look after the accounts of a site, as its operator.',
  customersAddress: 'e-mail address of the account',
  customersRoleName: 'customer, or colonel for an administrator',
  customersPlanName: 'basic, or the id of a plan in plans.paid',
  customersCommands: {
    list: 'List accounts, newest first: address, role, state, day, plan and what is paid for, with tabs between them.',
    show: 'Print what is known of an account.',
    create: 'Make an account that can sign in at once.',
    verify: 'Let an account sign in that waits for its mail.',
    role: 'Make somebody an administrator, or a customer again.',
    plan: 'Give somebody a plan, whatever is paid for; basic takes it back.',
    delete: 'Delete an account; its unread secrets stay until they expire, without an owner.',
    'reset-link': 'Print a link to a new password, which works once.',
  },
  afterCustomers: `
Works on the store of the configuration, beside a running server. A new password is asked
for on the terminal, or comes from --password-file; it is never an argument.

The plan of an account is what you have given it. What is paid for stands beside it and
counts instead until its day.

With --json: address, role, verified, mail_proven, plan, paid_plan, paid_until, locale,
has_api_token, created (these two in epoch seconds), secrets_created, secrets_shared,
emails_sent; list: count, customers; delete: address, deleted; reset-link: link, expires_at.
An unknown account is exit code 3, one that is there already 7.`,
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
  target: 'link, or key of 31 characters; - reads it from standard input',
  options: {
    server: 'server to ask (default: HUSHLINK_SERVER, else http://localhost:3000)',
    timeout: 'give up on an answer after this time',
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
    output: 'write the content to this new file',
    as: 'whose key a bare key is',
    host: 'name to ask for, where the site does not answer to that of the address',
    yes: 'do not ask',
  },
} as const;
