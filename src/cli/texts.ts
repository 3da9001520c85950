/** Every sentence of the command line. It is English; the languages of the pages live in locales/. */
export const TEXTS = {
  notes: {
    notEncrypted: (host: string) =>
      `Warning: the connection to ${host} is not encrypted; others on the way can read it.`,
  },
  prompts: {
    target: 'Link or key: ',
    passphrase: 'Passphrase (not shown): ',
    again: 'Again: ',
    burn: 'Burn this secret for good? [y/N] ',
  },
  create: {
    howToEnd: 'Type or paste the secret; end it with Ctrl-D on a line of its own.',
    expires: (left: string, at: string) => `Opens once; expires in ${left} (${at}).`,
    privatePage: (url: string) => `Private page, for you alone: ${url}`,
  },
  reveal: {
    truncated: (chars: number) => `This is not all: the sender wrote ${chars} characters, and the end was cut off.`,
    escaped: 'Control characters are shown as \\u escapes; send the output to a file or a pipe for the exact bytes.',
    held: 'The secret is just being opened, and would be lost: it is waited for. A second signal ends this.',
    written: 'Written; the server no longer has it.',
  },
  recent: { none: 'Nothing was shared in the last 30 days.' },
  burn: { done: 'Burned: nobody can open it any more.' },
  status: {
    left: (left: string) => `Expires in ${left}.`,
    passphrase: 'Needs a passphrase.',
    received: (at: string) => `Opened by the recipient: ${at}.`,
    burned: (at: string, by: string) => (by === '' ? `Burned: ${at}.` : `Burned by the ${by}: ${at}.`),
    failures: (count: number) => `Wrong passphrases so far: ${count}.`,
    locked: (at: string) => `Locked after wrong passphrases until ${at}.`,
  },
  selftest: {
    passed: 'passed\n',
    links: (origin: string) => `Shared, opened once, and gone the second time. Links lead to ${origin}.`,
    changed: 'What came back is not what was shared.',
    twice: 'The secret could be opened twice.',
  },
  config: {
    fine: 'The configuration is fine.',
    problems: (lines: readonly string[]) => lines.join('\n'),
    warning: (line: string) => `Warning: ${line}`,
  },
  healthcheck: {
    ready: 'ready',
    notReady: (url: string, status: number) => `${url} answers ${status}.`,
    noAnswer: (url: string, code: string) => `${url} does not answer (${code}).`,
    anyPort: 'The server takes any free port; hint: set listen.port to the one it has to be found at',
  },
  banner: {
    set: 'Pages show it within ten seconds.',
    changed: (html: string) => `Only words and links stay; pages will hold: ${html}`,
    cleared: 'Pages show none within ten seconds.',
    clearedToConfigured: 'Pages show site.banner of the configuration within ten seconds.',
    none: 'There is none.',
    empty:
      'Nothing of this would be shown; use words, and links like <a href="https://…">. See hushlink banner --help.',
    tooLong: (max: number) => `The announcement may be at most ${max} characters long.`,
  },
  store: {
    notOpened: (reason: string) => `The store of the configuration does not answer: ${reason}.`,
    absent: (path: string) =>
      `There is no store at ${path}; hint: start this where the server is started, or with its HUSHLINK_CONFIG, HUSHLINK_DATA and HUSHLINK_STORE`,
  },
  mail: {
    off: 'No mail server is configured; hint: set mail.smtp (HUSHLINK_MAIL_SMTP) and mail.from (HUSHLINK_MAIL_FROM)',
    notAnAddress: 'That is not an e-mail address.',
    accepted: (server: string, answer: string) => `${server} took it: ${answer}`,
    onItsWay: 'The mail is on its way; where it ends is beyond that server’s word.',
    unreachable: (server: string, code: string) =>
      `Could not talk to ${server} (${code}); hint: check host and port of mail.smtp, and whether this machine may connect there`,
    uncertain: (server: string, code: string) =>
      `${server} got the mail, or a part of it, and did not say whether it took it (${code}); hint: look whether it has arrived, and what the log of the mail server says`,
    untrusted: (server: string, code: string) =>
      `The certificate of ${server} is not to be trusted (${code}); hint: use the name it was made for; an authority of your own goes into a file that NODE_EXTRA_CA_CERTS names`,
    unencrypted: (server: string) =>
      `${server} offers no encryption, and a password is not sent without; hint: use smtps://, or the port for submission`,
    signIn: (server: string, answer: string) =>
      `${server} refused the sign-in: ${answer}; hint: check user and password in mail.smtp, special characters in percent-encoding`,
    noPassword: (server: string) =>
      `${server} asks for a password, and mail.smtp has a user without one; hint: put it after the user, special characters in percent-encoding`,
    refused: (server: string, answer: string) =>
      `${server} refused the mail: ${answer}; hint: may mail.from send from here, and does the address exist?`,
    later: (server: string, answer: string) =>
      `${server} does not take it now: ${answer}; hint: a mail of the site would be tried again`,
  },
  customers: {
    password: 'New password (not shown): ',
    sure: 'Delete this account for good? [y/N] ',
    notAll: (shown: number, count: number) => `These are ${shown} of ${count}; use --limit for more.`,
    resetLink: (minutes: number) => `Works once, for ${minutes} minutes. Hand it to the owner of the account alone.`,
    notAnAddress: 'That is not an e-mail address.',
    unknown: 'There is no account of this address.',
    known: 'There is an account of this address already.',
    unknownPlan: (known: readonly string[]) => `There is no such plan; choose one of: ${known.join(', ')}.`,
    noPlans: 'Plans are off (plans.enabled), so there is only basic; nothing was changed.',
    plansOff: 'Plans are off (plans.enabled): every customer may do whatever the site can.',
    paidFor: (planid: string, day: string) => `Until ${day} what is paid for counts instead: ${planid}.`,
    colonelAnyway:
      'Still an administrator: authentication.colonels names this address; take it out there, and reload or restart the servers.',
    passwordNeeded: 'A password is needed; use --password-file, or run this on a terminal.',
    passwordsDiffer: 'The two passwords are not the same.',
    passwordTooLong: 'The password file is too long.',
    passwordUnreadable: (code: string) => `Could not read the password file as UTF-8 text (${code}).`,
    notDeleted: (why: string) => `Nothing is deleted. ${why}`,
    weak: (kind: string, min: number, max: number) =>
      ({
        'password-well-known': 'This password is one of the first that anybody would try.',
        'password-is-address': 'The password must not be the e-mail address.',
      })[kind] ?? `The password must be text of ${min} to ${max} characters.`,
  },
  domains: {
    sure: (name: string) => `Remove ${name}, so that links there stop working? [y/N] `,
    none: 'There are none; hushlink domains add NAME adds one.',
    notAName: 'That is not the name of a domain, like secrets.example.com.',
    unknown: 'You have no such domain; hushlink domains list shows those you have.',
    create: (name: string) =>
      `Create these records where the DNS of ${name} is kept. The second replaces other A, AAAA and CNAME records of that name.`,
    wait: 'DNS changes take between a minute and a day; then run hushlink domains verify.',
    proven: 'Proven: links for this domain work. Leave the TXT record where it is.',
    provenAlone:
      'Proven, but links for this domain may not open until the status is ACTIVE or ACTIVE_SSL. Leave the TXT record where it is.',
    proofMissing: 'The TXT record was not found; seven days without it end the proof.',
    taken: 'The TXT record is right, but somebody else has proven this domain first.',
    notProven: 'The TXT record was not found, or not with this value; hushlink domains show prints what to create.',
    noAddress: '(ask those who run the server for its IP address)',
    notLookedAt: 'not looked at yet',
    certificate: (isValid: boolean, until: string | null) =>
      until === null ? 'none' : `${isValid ? 'valid' : 'not valid'}, until ${until}`,
  },
  verify: {
    same: (site: string, version: string, files: number, pages: number) =>
      `${site} serves what ${version} serves: ${files} files and ${pages} pages compared.`,
    kinds: {
      missing: (path: string, status: string) => `${path}: is not there (${status})`,
      changed: (path: string, coding: string) => `${path}: is not the file of this release (as ${coding})`,
      page: (path: string, found: string) => `${path}: is no page of ours (${found})`,
      policy: (path: string, policy: string) =>
        `${path}: has another Content-Security-Policy${policy && ` (${policy})`}`,
      loads: (path: string, loaded: string) => `${path}: loads what is not of this release: ${loaded}`,
    },
    differs: (count: number, version: string) =>
      `${count} ${count === 1 ? 'difference' : 'differences'} from ${version}.`,
    unknownVersion: (version: string) =>
      `The site does not say which version it runs; if it is not ${version}, that explains them.`,
    limits: 'This is what the site served to this machine just now; what others get it cannot show.',
    otherVersion: (theirs: string, ours: string) =>
      `The site says that it runs ${theirs}, and this is ${ours}: nothing was compared. Use the hushlink of ${theirs}.`,
    redirected: (place: string) => `The site sends elsewhere${place && ` (${place})`}, which is not followed.`,
    noHushlink: 'No Hushlink answers at this address.',
  },
  errors: {
    prefixed: (message: string) => `hushlink: ${message}`,
    seeHelp: (message: string, command: string) => `${message} Try '${command} --help'.`,
    unexpected: (name: string) => `Something unexpected happened (${name}).`,
    folderGone: 'The folder that this was started in is not there any more; change into one that is (cd).',
    incomplete: (file: string) =>
      `This installation is incomplete: ${file} is missing or cannot be read. Install Hushlink again, as a whole.`,
    cancelled: 'Stopped; nothing was opened or burned.',
    unchanged: 'Stopped; nothing was changed.',
    unknownOption: 'There is no such option.',
    tooManyArguments:
      'There are too many arguments. Content and passphrases are never arguments: use a file or standard input.',
    unknownCommand: 'There is no such command.',
    missingArgument: 'An argument is missing.',
    missingOption: 'This option is needed.',
    missingValue: 'A value is missing.',
    wrongValue: 'This value is not allowed.',
    notInRange: (max: number) => `It must be a whole number from 1 to ${max}.`,
    conflict: 'These options do not go together.',
    wrongUsage: 'That is not how the command is used.',
    notATarget:
      'That is neither a link of Hushlink (https://HOST/secret/KEY or /private/KEY) nor a key of 31 characters.',
    privateLink: 'That is the private link, which is for the sender; reveal takes the secret link.',
    notAServer: 'The server must be an address like https://secrets.example.com, without a path, user or password.',
    halfCredentials: 'HUSHLINK_USER and HUSHLINK_TOKEN (or HUSHLINK_TOKEN_FILE) go together; only one of them is set.',
    credentialsNeeded:
      'This is about your own account; sign in with hushlink login, or set HUSHLINK_USER to its e-mail address and HUSHLINK_TOKEN to its API token.',
    colonInUser: 'HUSHLINK_USER must not contain a colon.',
    notADuration: 'The lifetime must be whole seconds or a number with s, m, h, d or w, like 90s, 5m, 1h, 2d, 1w.',
    notASet: 'The character sets are lowercase, uppercase, digits and symbols, separated by commas.',
    contentTooLong: (bytes: number) => `The content is longer than ${bytes} bytes, the most this program sends.`,
    contentEmpty: 'There is nothing to share: the content is empty.',
    contentNotText: 'The content is not text in UTF-8; encode binary data first, for example with base64.',
    contentUnreadable: (code: string) =>
      `Could not read the file (${code}). The argument is the name of a file, never the content itself.`,
    stdinUnreadable: (code: string) => `Could not read standard input (${code}).`,
    stdinTwice: 'Standard input cannot be read twice; take one of the two from a file.',
    passphraseEmpty: 'The passphrase is empty.',
    passphrasesDiffer: 'The two passphrases are not the same.',
    passphraseTooLong: (bytes: number) => `The passphrase file is longer than ${bytes} bytes.`,
    passphraseUnreadable: (code: string) => `Could not read the passphrase file as UTF-8 text (${code}).`,
    passphraseNeeded:
      'This secret needs a passphrase; use --passphrase-file or HUSHLINK_PASSPHRASE, or run this on a terminal.',
    yesNeeded: 'Nobody can be asked here; confirm with --yes.',
    outputRefused: (code: string) => `Could not make the output file (${code}); nothing was opened.`,
    leadsNowhere:
      'Standard output is closed or /dev/null, where the only copy would be lost; nothing was opened. To destroy a secret, use hushlink burn.',
    gone: 'That secret does not exist, or not any more: it was opened, burned or has expired.',
    wrongPassphrase: 'That is not the passphrase; the secret is still there.',
    locked: (wait: string) =>
      wait === ''
        ? 'Locked after wrong passphrases; try later.'
        : `Locked after wrong passphrases; try again in ${wait}.`,
    limited: (wait: string) =>
      wait === '' ? 'Too many requests; try later.' : `Too many requests; try again in ${wait}.`,
    refused: (status: number, sentence: string) => `The server refused (${status})${sentence && `: ${sentence}`}`,
    notKnown: 'The server does not know this address and API token together; hushlink login keeps a new token.',
    planLimit: (sentence: string) => sentence || 'This site, or your plan there, does not allow that.',
    serverTrouble: (status: number, sentence: string) =>
      `The server is in trouble (${status})${sentence ? `: ${sentence}` : '.'}`,
    redirected: (status: number) => `The server sends elsewhere (${status}), which is not followed; check its address.`,
    notOffered: (status: number) =>
      `The server knows no such thing (${status}): it may be older, or have it switched off; check its address.`,
    notTheApi: (status: number) => `No Hushlink answers at this address (${status}); check it.`,
    strangeAnswer: (place: string) => `The server answered, but not like Hushlink does (${place}).`,
    answerTooLong: 'The answer of the server does not end.',
    timeout: (host: string, wait: string) => `No answer from ${host} within ${wait}.`,
    unreachable: (host: string, code: string) => `Could not reach ${host} (${code}).`,
    proxyAsks: (host: string) =>
      `The proxy on the way to ${host} asks for a user and a password (407); hint: put them before its host in HTTPS_PROXY or HTTP_PROXY.`,
    proxyRefuses: (host: string, status: string) =>
      `The proxy on the way to ${host} does not let this through (${status}).`,
    perhapsCreated: 'The secret may have been made; nobody has its link.',
    perhapsMailed: 'The secret may have been made, and its link mailed.',
    perhapsOpened: 'The secret may have been opened on the way; ask the sender for a new one if it is gone.',
    lostOnTheWay:
      'The connection broke during the hand-over, and now the secret is gone; ask the sender for a new one.',
    keptCopy: (code: string, path: string) =>
      `The output could not be written (${code}). The only copy of the content is in ${path}; remove it when you have it.`,
    shownInstead: (code: string) => `The output could not be written (${code}); the content was shown on the terminal.`,
    lost: (code: string) =>
      `The output could not be written (${code}), and no copy could be kept: the content is lost.`,
    notPrinted: (code: string) => `The answer could not be written to standard output (${code}).`,
  },
} as const;
