import { z } from 'zod';
import {
  duration,
  flag,
  hostAndPort,
  line,
  listOf,
  localeCode,
  oneOf,
  regionName,
  siteSecret,
  wholeNumber,
} from './fields.ts';
import { MOST_PREVIOUS } from './previous-secrets.ts';
import { DAY_SECONDS } from './units.ts';

// Keys whose value is a list of things with fields of their own. The environment, which knows only text,
// gives them as JSON.

/** A page that somebody may be sent to. */
export const webAddress = line(2000).refine(isWebAddress, 'must be a web address that begins with https://');

/** '*' for any, or a list of origins. A page that was opened from a file has the origin 'null', which no list takes. */
export const webOrigins = listOf(
  line(200)
    .refine((text) => text === '*' || isOrigin(text), 'must be an origin such as https://example.com, or *')
    .transform((text) => (text === '*' ? text : new URL(text).origin)),
  { minItems: 0 },
);

export const lifetime = duration({ min: 60, max: 365 * DAY_SECONDS });

/** Characters. */
export const planSize = wholeNumber({ min: 1, max: 1_000_000 });

export const rateFactor = wholeNumber({ min: 0, max: 1000 });

const planId = line(64)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, - and _')
  .refine((id) => id !== 'anonymous' && id !== 'basic', 'must not be one of the plans that every site has');

/** Earlier secrets of the site. Text is split at commas and white space: a file has one on each line. */
export const previousSecrets = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : value),
  z.array(siteSecret, 'must be a list').max(MOST_PREVIOUS, `must be at most ${MOST_PREVIOUS}`),
);

/** What things at Stripe are called: 'price_1Abc'. */
const stripeId = line(255).regex(/^[a-z]+_[A-Za-z0-9]+$/, "must be an id of Stripe such as 'price_1Abc'");

const dollars = z
  .number('must be an amount in dollars')
  .min(0, 'must be at least 0')
  .max(1_000_000, 'must be at most 1000000')
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'must have at most two decimals');

const price = z.strictObject(
  {
    dollars,
    stripe_price: stripeId.nullable().default(null),
    payment_link: webAddress.nullable().default(null),
  },
  { error: mustHold('dollars and perhaps stripe_price or payment_link') },
);

const paidPlan = z.strictObject(
  {
    id: planId,
    name: line(80),
    featured: flag.default(false),
    coming: flag.default(false),
    monthly: price,
    annually: price,
    description: line(200).nullable().default(null),
    features: z.array(line(200), 'must be a list').nullable().default(null),
    stripe_product: stripeId.nullable().default(null),
    ttl: lifetime,
    size: planSize,
    api: flag.default(true),
    email: flag.default(true),
    custom_domains: flag.default(true),
    rate_factor: rateFactor.default(1),
  },
  { error: mustHold('id, name, monthly, annually, ttl and size') },
);

export const paidPlans = listFromJson(paidPlan).superRefine((plans, context) => {
  const prices = plans.flatMap(({ monthly, annually }) => [monthly.stripe_price, annually.stripe_price]);
  // The price or the product alone tells what was bought.
  const products = plans.map(({ stripe_product }) => stripe_product);
  const names = { id: plans.map(({ id }) => id), stripe_price: prices, stripe_product: products };
  for (const [what, found] of Object.entries(names)) {
    const twice = found.find((name, index) => name !== null && found.indexOf(name) < index);
    if (twice) context.addIssue({ code: 'custom', message: `must not hold the ${what} ${twice} twice` });
  }
});

/** Lists taken over from elsewhere have an empty address where there is none [I18N-10]. */
const perhapsEmptyAddress = z.preprocess((given) => (given === '' ? null : given), webAddress.nullable());

const translator = z.strictObject(
  {
    language: localeCode,
    name: line(80),
    url: perhapsEmptyAddress.default(null),
    date: line(40).nullable().default(null),
  },
  { error: mustHold('language, name and perhaps url and date') },
);

export const translators = listFromJson(translator);

/** Pictures that the pages have for a region. */
const REGION_ICONS = ['globe', 'flag', 'building'] as const;

const jurisdiction = z.strictObject(
  { identifier: regionName, display_name: line(80), domain: hostAndPort, icon: oneOf(REGION_ICONS).default('globe') },
  { error: mustHold('identifier, display_name, domain and perhaps icon') },
);

export const jurisdictions = listFromJson(jurisdiction);

const supportedVersion = z.strictObject(
  { versions: line(40), supported: flag },
  { error: mustHold('versions and supported') },
);

export const supportedVersions = listFromJson(supportedVersion);

export const year = wholeNumber({ min: 1990, max: 2200 });

export const stripeOrigin = line(200).refine(
  (text) => /^https?:\/\/[^/?#@]+$/.test(text) && URL.canParse(text),
  'must be an origin such as https://api.stripe.com',
);

function listFromJson<Item extends z.ZodType>(item: Item) {
  return z.preprocess(jsonAsValue, z.array(item, 'must be a list'));
}

/** What the environment gives as JSON, read; anything else as it is. */
function jsonAsValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Why something of several fields is refused as a whole. */
function mustHold(fields: string) {
  return (issue: { readonly code?: string; readonly keys?: unknown }) =>
    issue.code === 'unrecognized_keys' ? `must not hold ${[issue.keys].flat().join(', ')}` : `must hold ${fields}`;
}

/** Browsers send a name, never a pattern of names: one with a star would let nobody in. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#@*]+\/?$/i.test(text) && URL.canParse(text);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
