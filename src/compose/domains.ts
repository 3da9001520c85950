import type { ComposeDeps } from '#src/compose.ts';
import { createMac } from '#src/crypto/mac.ts';
import { isVerified } from '#src/features/domains/domain.ts';
import type { DomainFaceDeps } from '#src/features/domains/domain-http.ts';
import { createDomainService, type DomainService } from '#src/features/domains/domain-service.ts';
import type { SecretFaceDeps } from '#src/features/secrets/secret-http.ts';
import type { DrawWorkspace } from '#src/features/secrets/workspace-http.ts';
import { displayNameOf } from '#src/http/site-address.ts';
import { takePlaceIn } from '#src/places.ts';
import { DAY_MS } from '#src/values/spans.ts';
import { createHomeOwners } from './domain-homes.ts';
import { composeDomainWatch, type DomainWatchDeps } from './domain-watch.ts';
import type { Ground } from './ground.ts';
import { ownerTags } from './secrets.ts';

/** Domains that may be added in a day, for each that a customer may have at once. */
const ADDS_PER_DOMAIN = 2;
/** The same in all, where a customer may have any number. */
const ADDS = 200;

/** What customers can do with domains; null on a site without custom domains. */
export function composeDomainService(deps: DomainWatchDeps & Pick<ComposeDeps, 'store'>): DomainService | null {
  const { config, store, seal, now, randomBytes } = deps;
  const watch = composeDomainWatch(deps);
  if (watch === null) return null;
  const { perCustomer } = config.domains;
  const adds = perCustomer === null ? ADDS : ADDS_PER_DOMAIN * perCustomer;
  const nameOf = createMac(seal.nameKey('domain-places')).of;
  const tagOf = ownerTags(seal);
  return createDomainService({
    ...{ store: store.domains, ...watch, now, randomBytes, tagOf },
    perCustomer: perCustomer ?? Number.MAX_SAFE_INTEGER,
    sealOwner: createHomeOwners(seal).seal,
    // Counted, since each name that was proven may have got a certificate: the authorities give a site only so many.
    takePlace: (owner, nowMs) => {
      const places = {
        lengthMs: DAY_MS,
        most: adds,
        nameOf: (startMs: number) => nameOf(`${startMs}.${tagOf(owner)}`),
      };
      return takePlaceIn(places, store.places.take, nowMs);
    },
    isThere: async ({ custid, createdAtMs }) => (await store.accounts.find(custid))?.createdAtMs === createdAtMs,
  });
}

/** The domains' faces; null on a site without custom domains. */
export function composeDomainFace(
  { config, now }: ComposeDeps,
  { answers, antiForgery, askers, plans, stampsOf }: Ground,
  { service, drawWorkspace }: { readonly service: DomainService | null; readonly drawWorkspace: DrawWorkspace },
): DomainFaceDeps | null {
  const { clusterIp, clusterHost, clusterName } = config.domains;
  if (service === null || clusterHost === null) return null;
  return {
    ...{ service, drawWorkspace, answers, antiForgery, askers, plans, stampsOf, now },
    cluster: { cluster_ip: clusterIp, cluster_host: clusterHost, cluster_name: clusterName ?? clusterHost },
  };
}

/** A customer's domains as sharing and every screen of the workspace know them. */
export function composeOwnDomains(service: DomainService | null): Pick<SecretFaceDeps, 'shareable' | 'domainsOf'> {
  if (service === null) return { shareable: async () => [], domainsOf: async () => ({ count: 0, names: [] }) };
  return {
    shareable: service.shareable,
    domainsOf: async (owner) => {
      const domains = await service.list(owner);
      const names = domains.filter(isVerified).map(({ name }) => displayNameOf(name));
      return { count: domains.length, names };
    },
  };
}
