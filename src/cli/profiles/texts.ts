/** What profiles, signing in and the file they stand in say. */
export const PROFILE_TEXTS = {
  /** What a key of the file may hold; reads on after its name. */
  allowed: {
    name: 'is no name for a profile; hint: letters, digits, dot, hyphen and underscore, at most 64 of them, no dot or hyphen first',
    defaultProfile: 'must be the name of a profile in this file',
    keys: 'must hold keys with their values',
    server: 'must be an address like https://secrets.example.com, without a path, user or password',
    user: 'must be an e-mail address, without a colon',
    tokenFile: 'must be the name of a file',
    tokenCommand: 'must be a list of a program and its arguments, like [pass, show, hushlink]; no shell reads it',
    timeout: 'must be whole seconds from 1 to 3600',
    ttl: 'must be whole seconds or a number with s, m, h, d or w, like 90s, 5m, 1h, 2d, 1w',
    token: 'must not stand here; hint: put the token into a file of mode 0600, and name that in token_file',
    bothTokens: 'does not go together with token_file; hint: take one of them out',
    withoutServer: 'needs a server and a user in its profile: a token is sent to that server alone',
    unknown: (meant: string | null) =>
      meant === null ? 'is not a known key; see hushlink --help' : `is not a known key; hint: did you mean ${meant}?`,
  },
  problem: (file: string, line: number, key: string, allowed: string) => `${file}:${line} ${key} ${allowed}`,
  notYaml: (file: string, line: number, code: string) => `${file}:${line} must be valid YAML (${code})`,
  unreadable: (file: string, code: string) => `Could not read ${file} (${code}).`,
  closed: (file: string) => `Going on without profiles: ${file} is closed to this user.`,
  tooLong: (file: string) => `${file} is too long to be what it should be.`,
  changeable: (file: string) =>
    `${file} can be changed by others, and it names programs to run; hint: chmod go-w, and check what stands in it.`,
  unknownProfile: (known: readonly string[]) =>
    known.length === 0
      ? 'There is no such profile, and no other; hushlink login makes one.'
      : `There is no such profile; there are: ${known.join(', ')}.`,
  notAName:
    'That is no name for a profile: letters, digits, dot, hyphen and underscore, at most 64 of them, no dot or hyphen first.',
  wrongVariable: (name: string, allowed: string) => `${name} ${allowed}.`,
  token: {
    unreadable: (file: string, code: string) => `Could not read the token file ${file} (${code}).`,
    readable: (file: string, mode: string) =>
      `The token file ${file} can be read by others (mode ${mode}), so the token is not used; hint: chmod 600, and make a new token if others have been here.`,
    notAToken: (place: string) => `There is no token in ${place}: it has to be one line of text, and nothing else.`,
    twice: 'HUSHLINK_TOKEN and HUSHLINK_TOKEN_FILE do not go together.',
    withoutServer:
      'HUSHLINK_TOKEN does not say for which server it is, and the profile has a server of its own; set HUSHLINK_SERVER, or choose with --profile.',
    otherServer: (own: string) =>
      `The token at hand is for ${own}, and is sent to no other server; choose with --profile, or sign in there with hushlink login.`,
    notStarted: (program: string, code: string) => `The token command ${program} could not be started (${code}).`,
    failed: (program: string, how: string) => `The token command ${program} failed (${how}).`,
    tooSlow: (program: string, wait: string) => `The token command ${program} was not done within ${wait}.`,
    ofCommand: (program: string) => `what ${program} prints`,
  },
  login: {
    where: (url: string) => `Your API token is made at ${url} (sign in there, then API token).`,
    user: 'E-mail address: ',
    token: 'API token (not shown): ',
    done: (user: string, host: string) => `Signed in to ${host} as ${user}.`,
    kept: (file: string) => `The token is in ${file}, for you alone.`,
    isDefault: (name: string) => `Commands use the profile ${name} where nothing else is said.`,
    notDefault: (name: string) => `Commands use it with --profile ${name}.`,
    noFolder: 'There is no place to keep a token: neither HOME nor XDG_CONFIG_HOME is set.',
    userNeeded: 'Nobody can be asked for the e-mail address here; use --user.',
    notAnAddress: 'That is not an e-mail address.',
    tokenNeeded: 'There is no token on standard input: it has to be one line of text, and nothing else.',
    tokenElsewhere:
      'This profile gets its token from somewhere else (token_file or token_command); nothing was changed.',
    notStored: (code: string) => `Could not store the token (${code}).`,
  },
  logout: {
    done: (name: string) => `The token of the profile ${name} is removed from this machine.`,
    stillValid: (url: string) => `It still works elsewhere, until a new one is made at ${url}.`,
    nothing: (name: string) => `There is no token of the profile ${name} here.`,
    notRemoved: (code: string) => `Could not remove the token (${code}).`,
    stillNamed: (code: string) =>
      `The token is removed; config.yaml could not be changed and still names it (${code}).`,
  },
  whoami: {
    server: (origin: string) => `Server: ${origin}`,
    profile: (name: string) => `Profile: ${name}`,
    environment: 'Signed in by the environment: HUSHLINK_USER and its token.',
    plan: (name: string) => `Plan: ${name}`,
  },
} as const;

export const PROFILE_HELP = {
  login: 'Keep your API token for a server on this machine.',
  user: 'e-mail address of your account; asked for without it',
  afterLogin: `
Asks for the API token without showing it, or takes one line from standard input; it is
never an argument. Tries it, and then keeps it in a file of its own beside config.yaml, with
mode 0600, and the server and your address in config.yaml under the name of the profile
(without --profile: 'default', or what HUSHLINK_PROFILE or default_profile says).

With --json: profile, server, user, token_file.`,
  logout: 'Remove the token of a profile from this machine.',
  afterLogout: `
The token itself stays valid until a new one is made on the account page of the server; the
profile keeps server and address.

With --json: profile, removed.`,
  whoami: 'Ask the server who you are to it, and print your e-mail address.',
  afterWhoami: `
With --json: user, role, plan, server, profile (null if the environment says who you are).`,
} as const;
