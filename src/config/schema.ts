import { z } from 'zod';
import * as field from './fields.ts';
import { dayInSeconds } from './units.ts';

const lifetime = field.duration({ min: 60, max: 365 * dayInSeconds });

export const characterSets = ['lowercase', 'uppercase', 'digits', 'symbols'] as const;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Every key by its dotted path. Flat, because a key is what has a line in a file, an environment
 * name and a hint; `buildConfig` gives it its shape. What a key means stands in config/hushlink.yaml.
 */
export const configSchema = z.object({
  data: field.line(4096),
  store: field.storeAddress.nullable(),
  'site.host': field.hostAndPort.nullable(),
  'site.scheme': field.oneOf(['http', 'https']).nullable(),
  'site.secret': field.siteSecret.nullable(),
  'site.name': field.line(80),
  'site.tagline': field.line(200).nullable(),
  'listen.port': field.wholeNumber({ min: 0, max: 65_535 }),
  'listen.host': field.listenHost,
  'listen.drain': field.duration({ min: 0, max: 600 }),
  'secrets.default_ttl': lifetime,
  'secrets.ttl_options': field.listOf(lifetime, { minItems: 1 }),
  'secrets.sender_copy': field.duration({ min: 0, max: dayInSeconds }),
  'secrets.passphrase.tries': field.wholeNumber({ min: 1, max: 100 }),
  'secrets.passphrase.first_delay': field.duration({ min: 0, max: 3600 }),
  'secrets.passphrase.max_delay': field.duration({ min: 0, max: 3600 }),
  'secrets.passphrase.max_lock': field.duration({ min: 60, max: 7 * dayInSeconds }),
  'secrets.generated.length': field.wholeNumber({ min: 8, max: 128 }),
  'secrets.generated.character_sets': field.listOf(field.oneOf(characterSets), { minItems: 1 }),
  'plans.anonymous.ttl': lifetime,
  'plans.anonymous.size': field.wholeNumber({ min: 1, max: 1_000_000 }),
  'limits.body_bytes': field.byteSize({ min: 16_384, max: 67_108_864 }),
  'log.level': field.oneOf(logLevels),
  'locales.default': field.localeCode,
});

/** The values of all keys, checked one by one. */
export type KeyValues = z.output<typeof configSchema>;

export type KeyPath = keyof KeyValues;

export const keyPaths: readonly KeyPath[] = configSchema.keyof().options;

/** Whether a dotted path is a key. */
export function isKeyPath(path: string): path is KeyPath {
  return Object.hasOwn(configSchema.shape, path);
}

/** Keys whose value is never printed and which may be read from a file by NAME_FILE. */
export const secretKeys: ReadonlySet<KeyPath> = new Set(['site.secret', 'store']);

/** Names that platforms set by custom; ours wins over them. */
export const customaryNames: Readonly<Partial<Record<KeyPath, string>>> = {
  'listen.port': 'PORT',
  'listen.host': 'HOST',
};

/** `secrets.default_ttl` → `HUSHLINK_SECRETS_DEFAULT_TTL`. */
export function environmentName(path: KeyPath): string {
  return `HUSHLINK_${path.toUpperCase().replaceAll('.', '_')}`;
}
