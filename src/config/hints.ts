import type { KeyPath } from './schema.ts';

const durationHint = "seconds, or a number with s, m, h or d, such as '5m' or '7d'";

export const makeSecretHint = "make one with 'openssl rand -base64 32'";

/** What helps an operator whose value for a key was refused. */
export const keyHints: Readonly<Record<KeyPath, string>> = {
  data: "a folder that Hushlink may write to, such as './data'",
  store: "leave it out for a file in the data folder, or name one, such as 'sqlite:./data/hushlink.db'",
  'site.host': "write it without scheme and path, such as 'secrets.example.com' or 'localhost:3000'",
  'site.scheme': 'leave it out for https as soon as site.host is set, else http',
  'site.secret': makeSecretHint,
  'site.name': 'put it in quotes if it looks like a number',
  'site.tagline': 'leave it out for the text of the visitor’s language',
  'listen.port': '0 takes any free port',
  'listen.host': "'127.0.0.1' for this machine only, '0.0.0.0' for every network",
  'listen.drain': durationHint,
  'secrets.default_ttl': durationHint,
  'secrets.ttl_options': `each in ${durationHint}`,
  'secrets.sender_copy': `0 is off, else ${durationHint}`,
  'secrets.passphrase.tries': 'each secret is locked after so many wrong passphrases',
  'secrets.passphrase.first_delay': durationHint,
  'secrets.passphrase.max_delay': durationHint,
  'secrets.passphrase.max_lock': durationHint,
  'secrets.generated.length': '16 characters from all sets are more than 90 bits',
  'secrets.generated.character_sets': "such as '[lowercase, uppercase, digits]'",
  'plans.anonymous.ttl': durationHint,
  'plans.anonymous.size': 'counted in characters, not in bytes',
  'limits.body_bytes': "bytes, or a number with kB, MB, KiB or MiB, such as '1MiB'",
  'log.level': "'info' writes a line for each request, 'warn' only what needs somebody",
  'locales.default': 'the name of a file in locales/ without .json',
};
