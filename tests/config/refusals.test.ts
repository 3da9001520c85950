import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultText, olderSecret, refusals, type Sample, sampleSecret } from './load-sample.ts';

const durationHint = "seconds, or a number with s, m, h or d, such as '5m' or '7d'";
const planHint =
  "such as '[{ id: team, name: Team, monthly: { dollars: 9 }, annually: { dollars: 90 }, ttl: 30d, size: 50000 }]'";
const secretHint = "make one with 'openssl rand -base64 32'";

/** A promise, the configuration that breaks it, and the only line the operator reads. */
const cases: readonly (readonly [string, Sample, string])[] = [
  [
    'a lifetime under a minute stops the start, with file and line',
    { own: 'site:\n  name: Ours\nsecrets:\n  default_ttl: 0\n' },
    `own.yaml:4 secrets.default_ttl must be at least 60 (got 0); hint: ${durationHint}`,
  ],
  [
    'a wrong variable is named by its name',
    { env: { HUSHLINK_SECRETS_DEFAULT_TTL: '0' } },
    `HUSHLINK_SECRETS_DEFAULT_TTL must be at least 60 (got 0); hint: ${durationHint}`,
  ],
  [
    'a lifetime over a year stops the start',
    { own: 'secrets: { default_ttl: 366d }' },
    `own.yaml:1 secrets.default_ttl must be at most 31536000 (got "366d"); hint: ${durationHint}`,
  ],
  [
    'a lifetime that is no duration stops the start',
    { own: 'secrets: { default_ttl: forever }' },
    `own.yaml:1 secrets.default_ttl must be a duration (got "forever"); hint: ${durationHint}`,
  ],
  [
    'a lifetime with a fraction stops the start',
    { own: 'secrets: { default_ttl: 90.5 }' },
    `own.yaml:1 secrets.default_ttl must be a duration (got 90.5); hint: ${durationHint}`,
  ],
  [
    'a lifetime without a value stops the start',
    { own: 'secrets:\n  default_ttl:\n' },
    `own.yaml:2 secrets.default_ttl must be a duration (got nothing); hint: ${durationHint}`,
  ],
  [
    'a lifetime on offer that is too short stops the start and is pointed out',
    { own: 'secrets: { ttl_options: [300, 30] }' },
    `own.yaml:1 secrets.ttl_options must be at least 60 (got 30); hint: each in ${durationHint}`,
  ],
  [
    'offering no lifetime at all stops the start',
    { own: 'secrets: { ttl_options: [] }' },
    `own.yaml:1 secrets.ttl_options must not be an empty list (got []); hint: each in ${durationHint}`,
  ],
  [
    'a minimum age that everybody has stops the start',
    { own: 'legal: { minimum_age: 0 }' },
    'own.yaml:1 legal.minimum_age must be at least 1 (got 0); hint: in years',
  ],
  [
    'a plan for sale under the name of one that everybody has stops the start',
    {
      own: 'plans: { paid: [{ id: basic, name: B, monthly: { dollars: 1 }, annually: { dollars: 9 }, ttl: 60, size: 9 }] }',
    },
    `own.yaml:1 plans.paid item 1: id must not be one of the plans that every site has (got "basic"); hint: ${planHint}`,
  ],
  [
    'an unknown key stops the start and says what was meant',
    { own: 'secrets:\n  defualt_ttl: 60\n' },
    'own.yaml:2 secrets.defualt_ttl is not a known key; hint: did you mean secrets.default_ttl?',
  ],
  [
    'a known key in the wrong place stops the start and says where it belongs',
    { own: 'default_ttl: 3600\n' },
    'own.yaml:1 default_ttl is not a known key; hint: did you mean secrets.default_ttl?',
  ],
  [
    'a key that resembles none stops the start and never shows its value',
    { own: 'kubernetes_annotations: hunter2\n' },
    'own.yaml:1 kubernetes_annotations is not a known key; hint: config/hushlink.yaml lists every key',
  ],
  [
    'a value where a section belongs stops the start',
    { own: 'site: hunter2\n' },
    'own.yaml:1 site must hold keys of its own; hint: such as site.host',
  ],
  [
    'a section where a value belongs stops the start',
    { own: 'data:\n  folder: x\n' },
    "own.yaml:1 data must be text (got keys); hint: a folder that Hushlink may write to, such as './data'",
  ],
  [
    'a file that is not YAML stops the start without quoting it',
    { own: 'site:\n  secret: "hunter2\n' },
    'own.yaml:3 must be valid YAML (MISSING_CHAR); hint: look at the indentation, the quotes and for a key that stands twice',
  ],
  [
    'a key that stands twice stops the start',
    { own: 'data: a\ndata: b\n' },
    'own.yaml:2 must be valid YAML (DUPLICATE_KEY); hint: look at the indentation, the quotes and for a key that stands twice',
  ],
  [
    'a key that stands twice in two spellings stops the start, with both lines',
    { own: 'site.name: A\nsite:\n  name: B\n' },
    'own.yaml:3 site.name is set in line 1 already; hint: keep the one you mean',
  ],
  [
    'a key that stands once more under its long name stops the start, with both lines',
    { own: 'store: sqlite:./a.db\n\nstore.address: redis://:hunter2@b\n' },
    'own.yaml:3 store.address is store, which is set in line 1 already; hint: keep the one you mean',
  ],
  [
    'an alias of a value where a section belongs stops the start',
    { own: 'data: &x a\nsite: *x\n' },
    'own.yaml:2 site must hold keys of its own; hint: such as site.host',
  ],
  [
    'an alias of nothing stops the start, with its line',
    { own: 'site:\n  tagline: &ours Ours\n  name: *ours\nsecrets: { ttl_options: [60,\n  *hunter2] }\n' },
    'own.yaml:5 must be valid YAML (BAD_ALIAS); hint: look at the indentation, the quotes and for a key that stands twice',
  ],
  [
    'a file that is a list stops the start',
    { own: '- data\n' },
    "own.yaml:1 must hold keys with their values; hint: such as 'data: ./data'",
  ],
  [
    'a configuration file that is not there stops the start',
    { env: { HUSHLINK_CONFIG: 'lost.yaml' } },
    'HUSHLINK_CONFIG must name a file that can be read (ENOENT) (got "lost.yaml"); hint: look at the path and at who may read it',
  ],
  [
    'a secret file that is not there stops the start without showing its name, which may be the secret',
    { env: { HUSHLINK_SITE_SECRET_FILE: sampleSecret } },
    'HUSHLINK_SITE_SECRET_FILE must name a file that can be read (ENOENT); hint: look at the path and at who may read it',
  ],
  [
    'a variable and its file variant together stop the start',
    { env: { HUSHLINK_STORE: 'sqlite:a.db', HUSHLINK_STORE_FILE: '/run/store' } },
    'HUSHLINK_STORE must not be set together with HUSHLINK_STORE_FILE; hint: keep the one you mean',
  ],
  [
    'a short site secret stops the start',
    { env: { HUSHLINK_SITE_SECRET: Buffer.from(sampleSecret, 'base64').subarray(1).toString('base64') } },
    `HUSHLINK_SITE_SECRET must be at least 32 bytes (got a value that is not shown); hint: ${secretHint}`,
  ],
  [
    'a site secret in no known writing stops the start',
    { own: 'site: { secret: "correct horse battery staple, and then some more" }' },
    `own.yaml:1 site.secret must be base64, base64url or hex (got a value that is not shown); hint: ${secretHint}`,
  ],
  [
    'a site secret that YAML took for a number stops the start',
    { own: `site: { secret: ${'1234567890'.repeat(7)} }` },
    `own.yaml:1 site.secret must be text (got a value that is not shown); hint: ${secretHint}`,
  ],
  [
    "a sample's site secret stops the start",
    { own: 'site: { secret: CHANGEME-CHANGEME-CHANGEME-CHANGEME-CHANGEME }' },
    `own.yaml:1 site.secret must be random, not a sample or a pattern (got a value that is not shown); hint: ${secretHint}`,
  ],
  [
    'an empty secret file stops the start',
    { env: { HUSHLINK_SITE_SECRET_FILE: '/run/site' }, files: { '/run/site': '\n' } },
    `HUSHLINK_SITE_SECRET_FILE must be base64, base64url or hex (got a value that is not shown); hint: ${secretHint}`,
  ],
  [
    'Redis without a site secret stops the start and says how to make one',
    { env: { HUSHLINK_STORE: 'redis://cache:6379' }, own: 'site:\n  secret: null\n' },
    `own.yaml:2 site.secret must be set when the store is Redis (got nothing); hint: ${secretHint} and set HUSHLINK_SITE_SECRET or HUSHLINK_SITE_SECRET_FILE for every process`,
  ],
  [
    'a previous site secret that is the one in force stops the start, and neither is shown',
    { env: { HUSHLINK_SITE_SECRET: sampleSecret, HUSHLINK_SITE_PREVIOUS_SECRETS: sampleSecret } },
    `HUSHLINK_SITE_PREVIOUS_SECRETS must all differ from site.secret and from each other (got a value that is not shown); hint: list what site.secret was before, and leave out what it is`,
  ],
  [
    'a previous site secret that is too short stops the start',
    { env: { HUSHLINK_SITE_PREVIOUS_SECRETS: `${olderSecret},AAECAwQFBgcICQoLDA0ODw==` } },
    'HUSHLINK_SITE_PREVIOUS_SECRETS item 2: must be at least 32 bytes (got a value that is not shown); hint: what site.secret was before it was changed; keep one for as long as `hushlink keys status` says',
  ],
  [
    'more than five previous site secrets stop the start',
    { env: { HUSHLINK_SITE_PREVIOUS_SECRETS: Array(6).fill(olderSecret).join() } },
    'HUSHLINK_SITE_PREVIOUS_SECRETS must be at most 5 (got a value that is not shown); hint: what site.secret was before it was changed; keep one for as long as `hushlink keys status` says',
  ],
  [
    'a store of another kind stops the start without showing its address',
    { env: { HUSHLINK_STORE: 'postgres://user:hunter2@db/x' } },
    "HUSHLINK_STORE must be sqlite:PATH, redis://host[:port][/db], redis+sentinel://… or redis+cluster://…, rediss for TLS (got a value that is not shown); hint: leave it out for a file in the data folder, or name one, such as 'sqlite:./data/hushlink.db'",
  ],
  [
    'a sentinel address without the name of its master stops the start and says which part is missing',
    { own: 'store:\n  address: redis+sentinel://one:26379,two:26379\n' },
    "own.yaml:2 store must name the master behind the sentinels, as in redis+sentinel://host:26379/mymaster (got a value that is not shown); hint: leave it out for a file in the data folder, or name one, such as 'sqlite:./data/hushlink.db'",
  ],
  [
    'waiting for replicas of a file stops the start',
    { env: { HUSHLINK_STORE_WAIT_REPLICAS: '1' } },
    'HUSHLINK_STORE_WAIT_REPLICAS must be 0 unless the store is Redis (got 1); hint: name a Redis in store, or leave it at 0',
  ],
  [
    'a key of the store that does not exist stops the start and names the one that was meant',
    { own: 'store: { wait_replica: 1 }' },
    'own.yaml:1 store.wait_replica is not a known key; hint: did you mean store.wait_replicas?',
  ],
  [
    'a host with a scheme stops the start',
    { own: 'site: { host: "https://secrets.example.com" }' },
    "own.yaml:1 site.host must be a host name with at most a port (got \"https://secrets.example.com\"); hint: write it without scheme and path, such as 'secrets.example.com' or 'localhost:3000'",
  ],
  [
    'a scheme other than http and https stops the start',
    { env: { HUSHLINK_SITE_SCHEME: 'ftp' } },
    'HUSHLINK_SITE_SCHEME must be one of http, https (got "ftp"); hint: leave it out for https as soon as site.host is set, else http',
  ],
  [
    'a name with a line break stops the start',
    { own: 'site: { name: "a\\nb" }' },
    'own.yaml:1 site.name must be one line of text (got "a\\nb"); hint: put it in quotes if it looks like a number',
  ],
  [
    'a name that YAML took for a number stops the start',
    { own: 'site: { name: 42 }' },
    'own.yaml:1 site.name must be text (got 42); hint: put it in quotes if it looks like a number',
  ],
  [
    'a tagline of more than 200 characters stops the start and is shown shortened',
    { env: { HUSHLINK_SITE_TAGLINE: 'x'.repeat(201) } },
    `HUSHLINK_SITE_TAGLINE must be at most 200 characters long (got "${'x'.repeat(58)}…); hint: leave it out for the text of the visitor’s language`,
  ],
  [
    'a port that does not exist stops the start, whichever name it came by',
    { env: { PORT: '65536' } },
    'PORT must be at most 65535 (got 65536); hint: 0 takes any free port',
  ],
  [
    'a port that is no number stops the start',
    { env: { HUSHLINK_LISTEN_PORT: 'tcp://10.0.0.7:3000' } },
    'HUSHLINK_LISTEN_PORT must be a whole number (got "tcp://10.0.0.7:3000"); hint: 0 takes any free port',
  ],
  [
    'an address to listen on that is none stops the start',
    { env: { HOST: 'not a host' } },
    "HOST must be a host name or an IP address (got \"not a host\"); hint: '127.0.0.1' for this machine only, '0.0.0.0' for every network",
  ],
  [
    'proxies that are everybody stop the start',
    { own: 'listen: { trusted_proxies: [10.0.0.0/8, 0.0.0.0/00] }' },
    `own.yaml:1 listen.trusted_proxies must be an address or a range of some addresses, not of all (/0) (got "0.0.0.0/00"); hint: the addresses of your own proxies, such as '[10.0.0.0/8]'`,
  ],
  [
    'sharing from everywhere as from one network stops the start',
    { env: { HUSHLINK_SECRETS_CREATE_NETWORKS: '::/0' } },
    `HUSHLINK_SECRETS_CREATE_NETWORKS must be an address or a range of some addresses, not of all (/0) (got "::/0"); hint: such as '10.0.0.0/8,2001:db8::/32'; an empty list is everybody`,
  ],
  [
    'no tries for a passphrase stop the start',
    { env: { HUSHLINK_SECRETS_PASSPHRASE_TRIES: '0' } },
    'HUSHLINK_SECRETS_PASSPHRASE_TRIES must be at least 1 (got 0); hint: each secret is locked after so many wrong passphrases',
  ],
  [
    'a longest wait below the first one stops the start',
    { own: 'secrets: { passphrase: { first_delay: 40 } }' },
    `config/hushlink.yaml:${defaultLineOf('    max_delay: 30')} secrets.passphrase.max_delay must be at least secrets.passphrase.first_delay, 40 (got 30); hint: the wait starts with the one and grows to the other`,
  ],
  [
    'an unknown character set stops the start',
    { own: 'secrets: { generated: { character_sets: [digits, emoji] } }' },
    'own.yaml:1 secrets.generated.character_sets must be one of lowercase, uppercase, digits, symbols (got "emoji"); hint: such as \'[lowercase, uppercase, digits]\'',
  ],
  [
    'a size that fits into no request stops the start',
    { own: 'plans: { anonymous: { size: 100000 } }', env: { HUSHLINK_LIMITS_BODY_BYTES: '1MiB' } },
    'HUSHLINK_LIMITS_BODY_BYTES must be at least 1204096 (got "1MiB"); hint: the largest content that a plan allows must fit into a request',
  ],
  [
    'a size in an unknown unit stops the start',
    { env: { HUSHLINK_LIMITS_BODY_BYTES: '1 furlong' } },
    'HUSHLINK_LIMITS_BODY_BYTES must be a size in bytes (got "1 furlong"); hint: bytes, or a number with kB, MB, KiB or MiB, such as \'1MiB\'',
  ],
  [
    'an unknown log level stops the start',
    { env: { HUSHLINK_LOG_LEVEL: 'loud' } },
    "HUSHLINK_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent (got \"loud\"); hint: 'info' writes a line for each request, 'warn' only what needs somebody",
  ],
  [
    'a default language that could be a path stops the start',
    { env: { HUSHLINK_LOCALES_DEFAULT: '../en' } },
    "HUSHLINK_LOCALES_DEFAULT must be a language code such as 'en' or 'pt_BR' (got \"../en\"); hint: the name of a file in locales/ without .json",
  ],
];

for (const [promise, sample, line] of cases) {
  test(promise, () => assert.deepEqual(refusals(sample), [line]));
}

test('no refusal ever shows the value of a secret', () => {
  const shown = cases.map(([, , line]) => line).join('\n');
  assert.doesNotMatch(shown, /hunter2|correct horse|CHANGEME|1234567890/);
});

function defaultLineOf(text: string): number {
  return defaultText.split('\n').indexOf(text) + 1;
}
