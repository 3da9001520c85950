import { createHash } from 'node:crypto';
import type { ComposeDeps } from '#src/compose.ts';
import type { BrandFileDeps } from '#src/features/domains/brand-files-http.ts';
import type { BrandFaceDeps } from '#src/features/domains/brand-http.ts';
import { type DomainFaceDeps, domainWireOf } from '#src/features/domains/domain-http.ts';
import { createLogoReader, type ReadLogo } from '#src/features/domains/logo.ts';
import type { Uploads } from '#src/http/uploads.ts';
import type { Ground } from './ground.ts';
import { inflateWhole } from './inflate.ts';

/** The faces of what domains look like, and the files that they look by. */
export function composeBrand(
  { store }: ComposeDeps,
  { address }: Ground,
  domains: DomainFaceDeps,
  uploads: Uploads,
): BrandFaceDeps & BrandFileDeps {
  const { service, answers, antiForgery, askers, plans, drawWorkspace, cluster, now } = domains;
  return {
    ...{ service, answers, antiForgery, askers, plans, drawWorkspace, cluster, now, address, uploads },
    store: store.domains,
    readLogo: composeLogoReader(),
    wireOf: (request, response, domain) => domainWireOf(domains, request, response, domain),
  };
}

function composeLogoReader(): ReadLogo {
  return createLogoReader({
    hashOf: (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    inflate: inflateWhole,
  });
}
