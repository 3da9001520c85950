import { isIP } from 'node:net';
import { z } from 'zod';
import { readMailAddress } from '#src/values/mail-address.ts';
import { readMailbox, readSmtpAddress } from './mail-names.ts';
import { isListenHost, readDomainName, readHostAndPort, readNetwork, readResolver } from './network-names.ts';
import { REDACTED_TEXT, Redacted } from './redacted.ts';
import { MIN_SECRET_BYTES, readSecretText, type SecretTextFailure } from './secret-text.ts';
import { readStoreAddress, STORE_REFUSALS } from './store-address.ts';
import { durationToSeconds, sizeToBytes, textToNumber } from './units.ts';

// The messages read on after a key's name: 'secrets.default_ttl must be at least 60'.

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Seconds, from a number or '5m'. */
export function duration(range: Range) {
  return z.preprocess(durationToSeconds, inRange(range, 'must be a duration'));
}

/** Bytes, from a number or '1MiB'. */
export function byteSize(range: Range) {
  return z.preprocess(sizeToBytes, inRange(range, 'must be a size in bytes'));
}

export function wholeNumber(range: Range) {
  return z.preprocess(textToNumber, inRange(range, 'must be a whole number'));
}

/** One line of text without control characters. */
export function line(maxChars: number) {
  return z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(maxChars, `must be at most ${maxChars} characters long`)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text');
}

export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `must be one of ${words.join(', ')}`);
}

/** A list without repetitions; text is split at commas, since the environment knows no lists. */
export function listOf<Item extends z.ZodType>(item: Item, { minItems }: { readonly minItems: number }) {
  const items = z.array(item, 'must be a list').min(minItems, 'must not be an empty list');
  return z.preprocess(splitAtCommas, items).transform((values) => [...new Set(values)]);
}

export const hostAndPort = z
  .string('must be text')
  .transform((text, context) => readHostAndPort(text) ?? refuse(context, 'must be a host name with at most a port'));

export const listenHost = z.string('must be text').refine(isListenHost, 'must be a host name or an IP address');

/** `true` or `false`; the environment knows only text. */
export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean('must be true or false'),
);

/** An e-mail address in the form that names accounts. */
export const mailAddress = z
  .string('must be text')
  .transform((text, context) => readMailAddress(text) ?? refuse(context, 'must be an e-mail address'));

/** 'name@example.com' or 'Name <name@example.com>'. */
export const mailbox = z
  .string('must be text')
  .transform((text, context) => readMailbox(text) ?? refuse(context, 'must be an address or Name <address>'));

export const domainName = z
  .string('must be text')
  .transform((text, context) => readDomainName(text) ?? refuse(context, 'must be a domain name'));

/** An address or a range of them, IPv4 or IPv6. */
export const network = z
  .string('must be text')
  .transform(
    (text, context) => readNetwork(text) ?? refuse(context, 'must be an IP address or a range such as 10.0.0.0/8'),
  );

/** As `network`, but not all addresses there are. */
export const someNetwork = network.refine(
  (text) => !/\/0+$/.test(text),
  'must be an address or a range of some addresses, not of all (/0)',
);

export const ipAddress = z.string('must be text').refine((text) => isIP(text) !== 0, 'must be an IP address');

/** A DNS server by its address. */
export const resolver = z
  .string('must be text')
  .transform((text, context) => readResolver(text) ?? refuse(context, 'must be an IP address with at most a port'));

/** Names a region, in links and texts: 'EU'. */
export const regionName = z.string('must be text').regex(/^[A-Za-z0-9-]{1,20}$/, 'must be letters, digits and hyphens');

/** Text that is never printed. The refusal is for whoever starts from what `config show` has printed. */
const secret = z
  .string('must be text')
  .refine((text) => !text.includes(REDACTED_TEXT), `must be the secret itself, not '${REDACTED_TEXT}'`);

/** A key of another service, which shows by its first letters what it is for. */
export function secretKey(...prefixes: readonly string[]) {
  return secret
    .pipe(line(500))
    .refine((text) => prefixes.some((prefix) => text.startsWith(prefix)), `must begin with ${prefixes.join(' or ')}`)
    .transform((text) => new Redacted(text));
}

export const passphrase = secret.pipe(line(1000)).transform((text) => new Redacted(text));

export const smtpAddress = secret.transform(
  (text, context) =>
    readSmtpAddress(text) ?? refuse(context, 'must be smtp://[user:password@]host[:port] or smtps://…, not a sample'),
);

export const localeCode = z
  .string('must be text')
  .regex(/^[a-z]{2}(?:_[A-Z]{2})?$/, "must be a language code such as 'en' or 'pt_BR'");

export const storeAddress = secret.transform((text, context) => {
  const address = readStoreAddress(text);
  return address.ok ? address.value : refuse(context, STORE_REFUSALS[address.failure.kind]);
});

export const siteSecret = secret.transform((text, context) => {
  const bytes = readSecretText(text);
  return bytes.ok ? new Redacted(bytes.value) : refuse(context, SECRET_REFUSALS[bytes.failure.kind]);
});

/** Why a site secret is refused, for the operator. */
export const SECRET_REFUSALS: Readonly<Record<SecretTextFailure['kind'], string>> = {
  malformed: 'must be base64, base64url or hex',
  short: `must be at least ${MIN_SECRET_BYTES} bytes`,
  weak: 'must be random, not a sample or a pattern',
};

function inRange({ min, max }: Range, kind: string) {
  return z.int(kind).min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);
}

function splitAtCommas(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parts = value.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
