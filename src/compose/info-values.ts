import type { Config } from '#src/config/config.ts';
import { hasPaymentLinks } from '#src/config/money-config.ts';
import type { LegalConfig } from '#src/config/words-config.ts';
import type { PlaceholderValue, PlaceholderValues } from '#src/markdown/placeholders.ts';

const text = (value: string | null): PlaceholderValue => ({ kind: 'text', text: value });
const address = (value: string | null): PlaceholderValue => ({ kind: 'address', address: value });
const duration = (seconds: number): PlaceholderValue => ({ kind: 'duration', seconds });
const flag = (isOn: boolean): PlaceholderValue => ({ kind: 'flag', isOn });

/** What the texts of the information pages may name: keys of the configuration. docs/operations.md lists them. */
export function infoValuesOf(config: Config, legal: LegalConfig): PlaceholderValues {
  const promises = Object.entries(legal.promises).map(([name, count]) => [
    `legal.${name}`,
    { kind: 'number', count } as const,
  ]);
  return {
    byName: { ...Object.fromEntries(promises), ...namesOf(config, legal), ...timesOf(config), ...switchesOf(config) },
    versions: legal.supportedVersions.map(({ versions, supported }) => ({ name: versions, isSupported: supported })),
  };
}

function namesOf({ site, words }: Config, legal: LegalConfig) {
  return {
    'site.name': text(site.name),
    'site.host': text(site.host),
    'site.support_host': text(words.supportHost),
    'site.source_url': text(words.sourceUrl),
    'legal.provider': text(legal.provider),
    'legal.law': text(legal.law),
    'legal.courts': text(legal.courts),
    'legal.contact_address': address(words.contactAddress),
    'legal.security_address': address(legal.securityAddress),
    'legal.supported_versions': flag(legal.supportedVersions.length > 0),
  };
}

function timesOf({ authentication, secrets }: Config) {
  return {
    'authentication.session_ttl': duration(authentication.sessionTtlSeconds),
    'authentication.remember_ttl': duration(authentication.rememberTtlSeconds),
    'authentication.reset_ttl': duration(authentication.resetTtlSeconds),
    'secrets.sender_copy': duration(secrets.senderCopySeconds),
    'secrets.redelivery': duration(secrets.redeliverySeconds),
  };
}

function switchesOf({ authentication, mail, feedback, domains, incoming, regions, plans, billing }: Config) {
  return {
    'authentication.enabled': flag(authentication.isEnabled),
    'mail.smtp': flag(mail.smtp !== null),
    'feedback.enabled': flag(feedback.isEnabled),
    'domains.enabled': flag(domains.isEnabled),
    'incoming.recipient': flag(incoming.recipient !== null),
    'regions.enabled': flag(regions.isEnabled),
    'plans.enabled': flag(plans.isEnabled),
    'billing.sells': flag(billing.stripe !== null || hasPaymentLinks(plans)),
    'billing.stripe': flag(billing.stripe !== null),
  };
}
