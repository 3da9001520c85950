import { billingWarnings } from './money-checks.ts';
import { withoutOwnPort } from './network-names.ts';
import { buildRegions } from './places-config.ts';
import { planBounds } from './plan-bounds.ts';
import type { KeyValues } from './schema.ts';

/** What works, but hardly as meant. */
export function findCrossWarnings(values: KeyValues): readonly string[] {
  return [
    ...lifetimeWarnings(values),
    ...sizeWarnings(values),
    ...sharingWarnings(values),
    ...domainWarnings(values),
    ...regionWarnings(values),
    ...billingWarnings(values),
  ];
}

function lifetimeWarnings(values: KeyValues): readonly string[] {
  return planBounds(values, 'ttl').flatMap(([name, planSeconds]) => {
    const isClamped = values['secrets.default_ttl'] > planSeconds;
    const hasNoOption = values['secrets.ttl_options'].every((seconds) => seconds > planSeconds);
    return [
      ...(isClamped ? [`secrets.default_ttl is more than ${name}; ${planSeconds} is used instead`] : []),
      ...(hasNoOption ? [`secrets.ttl_options are all more than ${name}; the form offers none of them`] : []),
    ];
  });
}

function sizeWarnings(values: KeyValues): readonly string[] {
  const tooSmall = planBounds(values, 'size').filter(([, chars]) => chars < values['secrets.generated.length']);
  return tooSmall.map(
    ([name]) => `secrets.generated.length is more than ${name}; a password of that length is refused there`,
  );
}

/** What is open only to people who cannot exist. */
function sharingWarnings(values: KeyValues): readonly string[] {
  const isForCustomers = values['secrets.create.allowed'] === 'signed-in';
  const isForNobody = isForCustomers && !values['authentication.enabled'];
  const shut = isForCustomers ? 'secrets.create.allowed: anyone' : values['api.enabled'] ? null : 'api.enabled';
  return [
    ...(isForNobody ? ['secrets.create.allowed lets nobody share without authentication.enabled'] : []),
    ...(values['api.cors_origins'].length > 0 && shut ? [`api.cors_origins does nothing without ${shut}`] : []),
  ];
}

function domainWarnings(values: KeyValues): readonly string[] {
  if (!values['domains.enabled'] || values['authentication.enabled']) return [];
  return ['domains.enabled does nothing without authentication.enabled: domains belong to customers'];
}

/** The link of the current region would lead away from the site that it is drawn on. */
function regionWarnings(values: KeyValues): readonly string[] {
  const [host, { isEnabled, jurisdictions }] = [values['site.host'], buildRegions(values)];
  const [current] = jurisdictions;
  if (!isEnabled || host === null || current === undefined) return [];
  const [there, here] = [current.domain, host].map((name) => withoutOwnPort(name, values['site.scheme'] ?? 'https'));
  if (there === here) return [];
  const text = `regions.current is ${current.identifier}, whose domain ${current.domain} is not site.host, ${host}`;
  return [values['regions.current'] === null ? `${text}; set regions.current` : text];
}
