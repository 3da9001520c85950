/** What `--help` says of running a server and looking after its people. */
export const OPERATOR_HELP = {
  serve: 'Run the server until SIGTERM or SIGINT.',
  afterServe: `
Configured by config/hushlink.yaml, by the file HUSHLINK_CONFIG names, and by the
environment; see 'hushlink config show'. The log is JSON, one object on a line, on standard
output.

With --json: a start that is refused prints its error there too.`,
  healthcheck: 'Exit with 0 if the server of this configuration is ready for visitors, else with 1.',
  afterHealthcheck: `
Asks /readyz at listen.host and listen.port of the configuration, as 'hushlink serve' reads
it from the same environment: for probes of a container that holds nothing else. Answers
within three seconds.

With --json: ready, url.`,
  doctor: 'Look at all that a server stands on, and say what is wrong with it.',
  afterDoctor: `
Looks at configuration, data folder, disk, store, mail server, DNS, clock and the limits of
this machine, beside a running server or without one, and changes nothing. It asks nobody
but the servers that the configuration names. Each line is ok, warn (it works, but hardly
as meant) or fail (it does not work), with a hint. Exit code 1 if one is fail, else 0.
Run it as the user of the server.

With --json: ok, and findings: check, status, message, hint (or null).`,
  config: 'Look at the configuration of the server.',
  afterConfig: `
'check' reads what the configuration names: the texts of the information pages, and the site
secret in the data folder if it is there. 'hushlink doctor' looks at all the rest.

With --json: check: ok, warnings; show: the same keys and values.`,
  configCheck: 'Say everything that is wrong with the configuration; exit code 1 if something is.',
  configShow: 'Print the configuration in effect as YAML, with secrets masked.',
  banner: 'The announcement above the header of pages, but for those that recipients see.',
  afterBanner: `
Works on the store of the configuration, beside a running server; pages follow within ten
seconds. Without one in the store, pages show site.banner of the configuration.

With --json: banner (null where pages show none).`,
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
mail or the sign-in; 8: it cannot take mail now.

With --json: server, answer.`,
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

With --json: address, role, verified, mail_proven, plan, paid_plan, paid_until (epoch
seconds, or null), locale, has_api_token, created (epoch seconds), secrets_created,
secrets_shared, emails_sent; list: count, customers; delete: address, deleted; reset-link:
link, expires_at (epoch seconds).
An unknown account is exit code 3, one that is there already 7.`,
} as const;
