import { matchesGlob, posix } from 'node:path';
import { type Import, importsOf, type SourceFile } from './source.ts';

export interface ImportRule {
  readonly room: string;
  readonly files: string;
  /**
   * Patterns of what these files may import: paths from the root, packages, modules of Node.
   * 'types …' allows types only; {feature} is the folder of the feature that the file is in.
   */
  readonly may: readonly string[];
  /** Taken out of `may`. */
  readonly never?: readonly string[];
}

const react = ['react', 'react/*', 'react-dom', 'react-dom/*'];
const node = ['node:*', 'node:*/*'];
/** How far apart clocks may be: one number for what a store keeps and what it takes for possible. */
const clockSkew = 'src/clock-skew.ts';
/** That the store cannot be reached, and what a request has changed by then. */
const storeAway = 'src/store-unavailable.ts';
/** How long an hour and a day are: one number for all that counts by them. */
const spans = 'src/values/spans.ts';
/** Types and ports of the features, and what is pure of a secret's life and a domain, which every adapter applies. */
const ports = [
  'types src/features/**',
  'types src/mail/mail-port.ts',
  'src/mail/*-store.ts',
  'src/features/*/*-store.ts',
  'types src/led-work.ts',
  'src/features/secrets/secret.ts',
  'src/features/domains/domain.ts',
  'src/result.ts',
  spans,
  clockSkew,
  storeAway,
];
/** What an e-mail address is: pure, one rule for accounts, recipients and the configuration. */
const mailAddress = 'src/values/mail-address.ts';
/** How people read the name of a domain: pure, one rule for addresses and sites. */
const readableDomain = 'src/values/readable-domain.ts';
/** The same, for whoever is to recognise a name by it. */
const unmistakableDomain = 'src/values/unmistakable-domain.ts';
/** Whether a text shows anything: pure, one rule for all that people name. */
const blank = 'src/values/blank.ts';
/** What a text is counted by: pure, one rule for the server and the browser. */
const characters = 'src/values/characters.ts';
/** What says yes: one rule for all that programs and forms send. */
const yes = 'src/values/yes.ts';
/** In which unit a time is said: pure, one rule for the API and the pages. */
const timeUnits = 'src/values/time-units.ts';
/** How an instant stands in JSON: pure, whole seconds that have begun. */
const seconds = 'src/values/seconds.ts';
/** How an instant stands in a record: pure, one form for secrets, feedback and the administrator's page. */
const utcStamp = 'src/values/utc-stamp.ts';
/** What requests are counted by: one list for the configuration, the limits, their metrics and the document of the API. */
const rateGroups = 'src/values/rate-groups.ts';
/** How often something may be done in an hour or a day: one way to count it. */
const places = 'src/places.ts';
/** How work that nobody asks for waits: whoever waits is handed them. */
const timers = 'src/timers.ts';
/** Work that one process at a time does: whoever has such work is handed what it stands on. */
const ledWork = 'src/led-work.ts';
/** Where Redis is: pure, one reader for the configuration and the store. */
const redisAddress = 'src/values/redis-address.ts';
/** What of a domain the server refuses: one number for it and for the islands, which say so before. */
const domainBounds = 'src/features/domains/domain-bounds.ts';
/** What regions are to a page: pure, one rule for the server, pages and islands. */
const region = 'src/features/regions/region.ts';
/** How a value stands in a sentence: the same for the server's texts and the browser's. */
const shownValues = 'src/i18n/shown-values.ts';
/** What came with the software: whoever reads it is handed it. */
const resources = 'types src/resources.ts';
/** How a plan's addresses name its periods: pure, one rule for plans, their payment and the pages. */
const planPaths = 'src/features/plans/frequency.ts';
/** Where a feature meets Express: -api (JSON), -pages (HTML), -http (what both share). */
const edges = 'src/features/*/*-{api,pages,http}.{ts,tsx}';

/** Who may import whom. The first rule whose `files` hold a file is the one for it. */
export const importRules: readonly ImportRule[] = [
  {
    room: 'features: api and pages',
    files: edges,
    may: [
      '{feature}/**',
      'types src/features/**',
      planPaths,
      seconds,
      `types ${rateGroups}`,
      'types src/crypto/**',
      'src/result.ts',
      storeAway,
      'src/http/**',
      'views/**',
      'express',
    ],
  },
  {
    room: 'features: input',
    files: 'src/features/*/*-input.ts',
    may: [
      '{feature}/**',
      'types src/features/**',
      mailAddress,
      blank,
      characters,
      yes,
      'types src/crypto/**',
      'src/result.ts',
      'zod',
    ],
    never: [edges],
  },
  // What a feature says of its part of the API: pure data, beside the face it is about.
  {
    room: 'features: operations and schemas',
    files: 'src/features/*/*-{operations,schemas}.ts',
    may: [
      ...['{feature}/**', 'types src/features/**', 'src/features/*/*-schemas.ts'],
      ...['src/openapi/{operation,envelopes}.ts', 'zod'],
    ],
    never: [edges],
  },
  {
    room: 'features: captcha',
    files: 'src/features/feedback/captcha.ts',
    may: ['{feature}/**', 'types src/crypto/**', 'src/result.ts', 'altcha-lib/v1'],
    never: [edges],
  },
  {
    room: 'features: domain names',
    files: 'src/features/domains/domain-name.ts',
    // The public suffix list: data, and a pure function over it.
    may: ['{feature}/**', 'tldts'],
    never: [edges],
  },
  {
    room: 'features: rate limits',
    files: 'src/features/limits/{stored-count.ts,rate-limiter-flexible.d.ts}',
    may: ['{feature}/**', 'types rate-limiter-flexible', 'rate-limiter-flexible/lib/*'],
    never: [edges],
  },
  {
    room: 'features: domain',
    files: 'src/features/**',
    may: [
      '{feature}/**',
      'types src/features/**',
      'types src/crypto/**',
      'types src/mail/mail-port.ts',
      // Its store is what the port of sessions is made of.
      'types express-session',
      mailAddress,
      characters,
      timeUnits,
      utcStamp,
      seconds,
      spans,
      rateGroups,
      clockSkew,
      places,
      ledWork,
      'src/result.ts',
      storeAway,
    ],
    never: [edges],
  },
  {
    room: 'store: redis',
    files: 'src/store/redis/**',
    may: [
      'src/store/redis/**',
      'src/store/*.ts',
      ...ports,
      redisAddress,
      'types src/crypto/ids.ts',
      'redis',
      'connect-redis',
      ...node,
    ],
    never: ['node:sqlite', edges],
  },
  {
    room: 'store: sqlite',
    files: 'src/store/sqlite/**',
    may: ['src/store/sqlite/**', 'src/store/*.ts', ...ports, 'types src/crypto/ids.ts', 'express-session', ...node],
    never: [edges],
  },
  { room: 'store', files: 'src/store/*.ts', may: ['src/store/**', ...ports], never: [edges] },
  {
    room: 'views',
    files: 'views/**',
    may: [
      ...['views/**', 'src/ui/**', 'src/islands/**', 'types src/features/**/*-wire.ts'],
      ...[region, planPaths, shownValues, ...react],
    ],
  },
  {
    room: 'islands',
    files: 'src/islands/**',
    may: [
      ...['src/islands/**', 'src/ui/**', 'types src/features/**/*-wire.ts'],
      ...[domainBounds, region, shownValues, characters],
      ...[
        ...react,
        'wouter',
        'wouter/*',
        '@preact/signals-react',
        '@preact/signals-react/*',
        'altcha-lib/v1',
        'altcha-lib/v1/worker',
        'morphdom',
      ],
    ],
  },
  { room: 'ui', files: 'src/ui/**', may: ['src/ui/**', shownValues, timeUnits, 'react', 'react/*'] },
  {
    room: 'http',
    files: 'src/http/**',
    may: [
      ...[
        'src/http/**',
        ...ports,
        'src/features/sessions/{asker,session}.ts',
        'views/**',
        'src/i18n/**',
        'src/log/**',
        'src/metrics/**',
        resources,
        mailAddress,
        unmistakableDomain,
        ...node,
      ],
      ...[
        'express',
        'express-session',
        'proxy-addr',
        'sanitize-html',
        'helmet',
        'lusca',
        'qs',
        'cookie',
        'i18next-http-middleware',
      ],
    ],
    never: ['node:sqlite', edges],
  },
  // The document of the API, made of what the features say: pure.
  {
    room: 'openapi',
    files: 'src/openapi/**',
    may: ['src/openapi/**', 'types src/http/refusals.ts', 'views/docs/reference-props.ts', rateGroups, 'zod'],
    never: [edges],
  },
  // Backups, and moves from store to store: all of a store as records, whichever store it is.
  {
    room: 'backup',
    files: 'src/backup/**',
    may: [
      ...['src/backup/**', 'src/store/{store,transfer,gate}.ts', 'types src/features/**'],
      ...['src/crypto/sealed-stream.ts', 'types src/crypto/ids.ts', 'src/result.ts'],
    ],
    never: [edges],
  },
  { room: 'crypto', files: 'src/crypto/**', may: ['src/crypto/**', 'node:crypto', 'src/result.ts'] },
  {
    room: 'config',
    files: 'src/config/**',
    may: ['src/config/**', mailAddress, redisAddress, rateGroups, 'src/result.ts', 'yaml', 'zod', ...node],
  },
  // Articles that operators may write: nothing but text comes in, nothing but safe HTML goes out.
  {
    room: 'markdown',
    files: 'src/markdown/**',
    may: [
      'src/markdown/**',
      'src/ui/{amounts,escape-html}.ts',
      'src/result.ts',
      resources,
      'marked',
      'sanitize-html',
      ...node,
    ],
  },
  {
    room: 'i18n',
    files: 'src/i18n/**',
    may: ['src/i18n/**', resources, 'src/missing-file.ts', 'locales/*.json', 'i18next', ...node],
  },
  { room: 'log', files: 'src/log/**', may: ['src/log/**', 'pino', ...node] },
  { room: 'metrics', files: 'src/metrics/**', may: ['src/metrics/**', rateGroups, 'prom-client', ...node] },
  {
    room: 'mail',
    files: 'src/mail/**',
    may: [
      'src/mail/**',
      ...ports,
      mailAddress,
      unmistakableDomain,
      timers,
      storeAway,
      'src/i18n/**',
      'views/**',
      'nodemailer',
      'nodemailer/**',
      ...node,
    ],
    never: ['node:sqlite', edges],
  },
  // The internet as the features' ports see it: DNS and certificates.
  {
    room: 'net',
    files: 'src/net/**',
    may: ['src/net/**', 'types src/features/**', ...node],
    never: ['node:sqlite', edges],
  },
  // The payment provider as the port of billing sees it.
  {
    room: 'stripe',
    files: 'src/stripe/**',
    may: [
      ...['src/stripe/**', 'types src/features/**', 'src/features/billing/{billing,payments-port}.ts'],
      ...['stripe', 'node:crypto'],
    ],
    never: [edges],
  },
  { room: 'resources', files: 'src/{resources,missing-file}.ts', may: ['src/missing-file.ts', ...node] },
  { room: 'result', files: 'src/{result,store-unavailable,clock-skew,places,timers}.ts', may: [] },
  { room: 'led work', files: ledWork, may: [timers, storeAway] },
  { room: 'values', files: 'src/values/{blank,characters,rate-groups,seconds,spans,time-units,utc-stamp}.ts', may: [] },
  { room: 'yes', files: yes, may: ['zod'] },
  { room: 'readable domain', files: readableDomain, may: ['node:url'] },
  { room: 'unmistakable domain', files: unmistakableDomain, may: [readableDomain, 'node:url'] },
  { room: 'mail address', files: mailAddress, may: [readableDomain, 'node:url'] },
  { room: 'redis address', files: redisAddress, may: ['src/result.ts'] },
  // These put the house together: they import anything, and no room above may import them.
  {
    room: 'composition',
    files: 'src/{main,app,internal-app,compose,data-folder,open-seal,open-store,settings,site}.ts',
    may: ['**'],
  },
  { room: 'composition', files: 'src/{compose,process}/**', may: ['**'] },
  { room: 'cli', files: 'src/cli/**', may: ['**'] },
  { room: 'build', files: 'src/build/**', may: ['**'] },
];

/** Every import of the file that its room does not allow: file, import and rule in one line each. */
export function importBreaches(file: SourceFile): string[] {
  const rule = importRules.find(({ files }) => matchesGlob(file.path, files));
  if (rule === undefined) return [`${file.path} is in no room of tests/architecture/import-rules.ts`];
  const imports = importsOf(file);
  const forbidden = imports.filter((one) => !isAllowed(rule, file.path, one));
  const roundabout = imports.filter((one) => leavesRoomByDots(file.path, one));
  return [
    ...forbidden.map((one) => `${file.path} imports ${describe(one)}; ${rule.room} may: ${rule.may.join(', ')}`),
    ...roundabout.map((one) => `${file.path} imports ${one.specifier}; across rooms it is #src/… or #views/…`),
  ];
}

function isAllowed({ may, never = [] }: ImportRule, path: string, { target, isTypeOnly }: Import): boolean {
  if (never.some((pattern) => matchesGlob(target, pattern))) return false;
  return may.some((entry) => {
    const pattern = entry.replace(/^types /, '').replace('{feature}', posix.dirname(path));
    return matchesGlob(target, pattern) && (isTypeOnly || !entry.startsWith('types '));
  });
}

function leavesRoomByDots(path: string, { specifier, target }: Import): boolean {
  const isCode = target.startsWith('src/') || target.startsWith('views/');
  if (/^src\/[^/]+$/.test(path)) return false; // the files that stand above the rooms
  return isCode && specifier.startsWith('.') && roomOf(path) !== roomOf(target);
}

/** The folder that is a room: views, src (its own files), src/http, src/features/secrets. */
function roomOf(path: string): string {
  const [top = '', room, feature] = path.split('/').slice(0, -1);
  if (top !== 'src' || room === undefined) return top;
  return room === 'features' ? `${room}/${feature}` : room;
}

function describe({ specifier, isTypeOnly }: Import): string {
  return isTypeOnly ? `types of ${specifier}` : specifier;
}
