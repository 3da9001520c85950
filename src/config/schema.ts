import { z } from 'zod';
import * as field from './fields.ts';
import * as list from './list-fields.ts';
import { DAY_SECONDS } from './units.ts';

/** A promise to people, in days. */
const days = field.wholeNumber({ min: 1, max: 3650 });

const CHARACTER_SETS = ['lowercase', 'uppercase', 'digits', 'symbols'] as const;

const CREATE_ALLOWED = ['anyone', 'signed-in'] as const;

/** Requests in one window; 0 and null are any number. */
const requests = field.wholeNumber({ min: 0, max: 1_000_000_000 }).nullable();

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Every key by its dotted path. Flat, because a key is what has a line in a file, an environment
 * name and a hint; `buildConfig` gives it its shape. What a key means stands in config/hushlink.yaml.
 */
export const configSchema = z.object({
  data: field.line(4096),
  store: field.storeAddress.nullable(),
  'store.wait_replicas': field.wholeNumber({ min: 0, max: 10 }),
  'site.host': field.hostAndPort.nullable(),
  'site.scheme': field.oneOf(['http', 'https']).nullable(),
  'site.secret': field.siteSecret.nullable(),
  'site.previous_secrets': list.previousSecrets,
  'site.name': field.line(80),
  'site.tagline': field.line(200).nullable(),
  'site.banner': field.line(1000).nullable(),
  'site.support_host': field.hostAndPort.nullable(),
  'site.source_url': list.webAddress.nullable(),
  'site.self_hosting_url': list.webAddress.nullable(),
  'site.contribution_address': field.mailAddress.nullable(),
  'site.launched': list.year.nullable(),
  'site.translated_since': list.year.nullable(),
  'site.translators': list.translators,
  'listen.port': field.wholeNumber({ min: 0, max: 65_535 }),
  'listen.host': field.listenHost,
  'listen.drain': field.duration({ min: 0, max: 600 }),
  'listen.drain_delay': field.duration({ min: 0, max: 600 }),
  'listen.trusted_proxies': field.listOf(field.someNetwork, { minItems: 0 }),
  'listen.internal_port': field.wholeNumber({ min: 0, max: 65_535 }).nullable(),
  'listen.internal_host': field.listenHost,
  'secrets.default_ttl': list.lifetime,
  'secrets.ttl_options': field.listOf(list.lifetime, { minItems: 1 }),
  'secrets.sender_copy': field.duration({ min: 0, max: DAY_SECONDS }),
  'secrets.redelivery': field.duration({ min: 0, max: 600 }),
  'secrets.passphrase.tries': field.wholeNumber({ min: 1, max: 100 }),
  'secrets.passphrase.first_delay': field.duration({ min: 0, max: 3600 }),
  'secrets.passphrase.max_delay': field.duration({ min: 0, max: 3600 }),
  'secrets.passphrase.max_lock': field.duration({ min: 60, max: 7 * DAY_SECONDS }),
  'secrets.passphrase.required': field.flag,
  'secrets.passphrase.min_length': field.wholeNumber({ min: 0, max: 100 }),
  'secrets.create.allowed': field.oneOf(CREATE_ALLOWED),
  'secrets.create.networks': field.listOf(field.someNetwork, { minItems: 0 }),
  'secrets.generated.length': field.wholeNumber({ min: 8, max: 128 }),
  'secrets.generated.character_sets': field.listOf(field.oneOf(CHARACTER_SETS), { minItems: 1 }),
  'plans.enabled': field.flag,
  'plans.anonymous.ttl': list.lifetime,
  'plans.anonymous.size': list.planSize,
  'plans.basic.ttl': list.lifetime,
  'plans.basic.size': list.planSize,
  'plans.basic.api': field.flag,
  'plans.basic.email': field.flag,
  'plans.basic.custom_domains': field.flag,
  'plans.basic.rate_factor': list.rateFactor,
  'plans.paid': list.paidPlans,
  'billing.stripe_key': field.secretKey('sk_', 'rk_').nullable(),
  'billing.webhook_secret': field.secretKey('whsec_').nullable(),
  'billing.stripe_origin': list.stripeOrigin,
  'legal.enabled': field.flag,
  'legal.folder': field.line(4096).nullable(),
  'legal.provider': field.line(120).nullable(),
  'legal.contact_address': field.mailAddress.nullable(),
  'legal.security_address': field.mailAddress.nullable(),
  'legal.law': field.line(120).nullable(),
  'legal.courts': field.line(120).nullable(),
  'legal.supported_versions': list.supportedVersions,
  'legal.minimum_age': field.wholeNumber({ min: 1, max: 150 }),
  'legal.address_days': days,
  'legal.backup_days': days,
  'legal.cancelled_days': days,
  'legal.deletion_days': days,
  'legal.copy_days': days,
  'legal.notice_days': days,
  'legal.complaint_days': days,
  'legal.acknowledge_days': days,
  'legal.assess_days': days,
  'legal.update_days': days,
  'authentication.enabled': field.flag,
  'authentication.signup': field.flag,
  'authentication.signin': field.flag,
  'authentication.autoverify': field.flag,
  'authentication.signup_domains': field.listOf(field.domainName, { minItems: 0 }),
  'authentication.colonels': field.listOf(field.mailAddress, { minItems: 0 }),
  'authentication.session_ttl': field.duration({ min: 300, max: 30 * DAY_SECONDS }),
  'authentication.remember_ttl': field.duration({ min: DAY_SECONDS, max: 365 * DAY_SECONDS }),
  'authentication.reset_ttl': field.duration({ min: 300, max: DAY_SECONDS }),
  'authentication.verification_ttl': field.duration({ min: 300, max: 30 * DAY_SECONDS }),
  'authentication.tries': field.wholeNumber({ min: 1, max: 100 }),
  'authentication.address_tries': field.wholeNumber({ min: 1, max: 100_000 }),
  'authentication.first_delay': field.duration({ min: 0, max: 3600 }),
  'authentication.max_delay': field.duration({ min: 1, max: DAY_SECONDS }),
  'authentication.argon2.memory_kib': field.wholeNumber({ min: 8, max: 4_194_304 }),
  'authentication.argon2.passes': field.wholeNumber({ min: 1, max: 100 }),
  'authentication.argon2.lanes': field.wholeNumber({ min: 1, max: 64 }),
  'api.enabled': field.flag,
  'api.cors_origins': list.webOrigins,
  'mail.smtp': field.smtpAddress.nullable(),
  'mail.from': field.mailbox.nullable(),
  'mail.links_per_day': field.wholeNumber({ min: 0, max: 100_000 }),
  'mail.tries': field.wholeNumber({ min: 1, max: 100 }),
  'feedback.enabled': field.flag,
  'feedback.red_button': field.flag,
  'feedback.captcha_max_number': field.wholeNumber({ min: 1000, max: 1_000_000 }),
  'feedback.unchecked_per_day': field.wholeNumber({ min: 0, max: 1000 }),
  'domains.enabled': field.flag,
  'domains.cluster_host': field.domainName.nullable(),
  'domains.cluster_ip': field.ipAddress.nullable(),
  'domains.cluster_name': field.line(80).nullable(),
  'domains.per_customer': field.wholeNumber({ min: 1, max: 10_000 }).nullable(),
  'domains.resolvers': field.listOf(field.resolver, { minItems: 0 }),
  'domains.dns_timeout': field.duration({ min: 1, max: 60 }),
  'domains.monitor_interval': field.duration({ min: 60, max: DAY_SECONDS }),
  'domains.tls_port': field.wholeNumber({ min: 1, max: 65_535 }),
  'domains.private_networks': field.listOf(field.network, { minItems: 0 }),
  'regions.enabled': field.flag,
  'regions.current': field.regionName.nullable(),
  'regions.jurisdictions': list.jurisdictions,
  'incoming.recipient': field.mailAddress.nullable(),
  'incoming.ttl': list.lifetime,
  'incoming.passphrase': field.passphrase.nullable(),
  'incoming.per_hour': field.wholeNumber({ min: 0, max: 10_000 }),
  'incoming.captcha': field.flag,
  'limits.body_bytes': field.byteSize({ min: 16_384, max: 67_108_864 }),
  'limits.enabled': field.flag,
  'limits.window': field.duration({ min: 10, max: 3600 }),
  'limits.per_address.create': requests,
  'limits.per_address.reveal': requests,
  'limits.per_address.sender': requests,
  'limits.per_address.account': requests,
  'limits.per_address.feedback': requests,
  'limits.per_address.payment': requests,
  'limits.per_address.other': requests,
  'limits.per_account.create': requests,
  'limits.per_account.reveal': requests,
  'limits.per_account.sender': requests,
  'limits.per_account.account': requests,
  'limits.per_account.feedback': requests,
  'limits.per_account.payment': requests,
  'limits.per_account.other': requests,
  'log.level': field.oneOf(LOG_LEVELS),
  'log.access': field.flag,
  'locales.default': field.localeCode,
});

/** The values of all keys, checked one by one. */
export type KeyValues = z.output<typeof configSchema>;

export type KeyPath = keyof KeyValues;

export const KEY_PATHS: readonly KeyPath[] = configSchema.keyof().options;

/** Keys that stand in the YAML under a longer name too, beside keys of their own: `store: { address: … }`. */
export const LONG_NAMES: Readonly<Partial<Record<KeyPath, string>>> = { store: 'store.address' };

/** Whether a dotted path is a key. */
export function isKeyPath(path: string): path is KeyPath {
  return Object.hasOwn(configSchema.shape, path);
}

/** Keys whose value is never printed and which may be read from a file by NAME_FILE. */
export const SECRET_KEYS: ReadonlySet<KeyPath> = new Set([
  ...(['site.secret', 'site.previous_secrets', 'store', 'mail.smtp', 'incoming.passphrase'] as const),
  ...(['billing.stripe_key', 'billing.webhook_secret'] as const),
]);

/** Names that platforms set by custom; ours wins over them. */
export const CUSTOMARY_NAMES: Readonly<Partial<Record<KeyPath, string>>> = {
  'listen.port': 'PORT',
  'listen.host': 'HOST',
};

/** `secrets.default_ttl` → `HUSHLINK_SECRETS_DEFAULT_TTL`. */
export function environmentName(path: KeyPath): string {
  return `HUSHLINK_${path.toUpperCase().replaceAll('.', '_')}`;
}
