import type { Config } from './config.ts';
import { redactedText } from './redacted.ts';

/**
 * The configuration in effect, under the names of the YAML, with secrets masked: what
 * `hushlink config show` prints. Without its secrets it can be loaded again and means the same.
 */
export function maskedConfig(config: Config) {
  return {
    data: config.dataFolder,
    store: config.store.kind === 'sqlite' ? `sqlite:${config.store.path}` : config.store.urlWithoutPassword,
    site: {
      host: config.site.host,
      scheme: config.site.scheme,
      secret: config.site.secret === null ? null : redactedText,
      name: config.site.name,
      tagline: config.site.tagline,
    },
    listen: {
      port: config.listen.port,
      host: config.listen.host,
      drain: config.listen.drainMs / 1000,
    },
    secrets: maskedSecrets(config.secrets),
    plans: { anonymous: { ttl: config.plans.anonymous.ttlSeconds, size: config.plans.anonymous.maxContentChars } },
    limits: { body_bytes: config.limits.bodyLimitBytes },
    log: { level: config.log.level },
    locales: { default: config.locales.default },
  };
}

function maskedSecrets({ passphrase, generated, ...secrets }: Config['secrets']) {
  return {
    default_ttl: secrets.defaultTtlSeconds,
    ttl_options: secrets.ttlOptionsSeconds,
    sender_copy: secrets.senderCopySeconds,
    passphrase: {
      tries: passphrase.maxTries,
      first_delay: passphrase.firstDelaySeconds,
      max_delay: passphrase.maxDelaySeconds,
      max_lock: passphrase.maxLockSeconds,
    },
    generated: { length: generated.lengthChars, character_sets: generated.characterSets },
  };
}
