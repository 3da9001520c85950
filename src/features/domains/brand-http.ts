import type { Request, Response } from 'express';
import type { Owner } from '#src/features/accounts/customer.ts';
import type { Plans } from '#src/features/plans/plan.ts';
import type { DrawWorkspace } from '#src/features/secrets/workspace-http.ts';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import type { Uploads } from '#src/http/uploads.ts';
import { fail, type Result } from '#src/result.ts';
import type { PageBrand } from '#views/page-props.ts';
import { accentPath } from './accent-css.ts';
import { readBrand } from './brand-input.ts';
import { type BrandChangeFailure, refusalOf } from './brand-refusals-http.ts';
import type { Domain, Logo } from './domain.ts';
import { MAX_LOGO_BYTES } from './domain-bounds.ts';
import { namedIn } from './domain-http.ts';
import { logoPathOf } from './domain-present.ts';
import type { DomainService } from './domain-service.ts';
import type { ClusterWire, DomainWire } from './domain-wire.ts';
import type { LogoFailure, ReadLogo } from './logo.ts';

/** What both faces of a domain's appearance are made of. */
export interface BrandFaceDeps {
  readonly service: Pick<DomainService, 'find' | 'setBrand' | 'setLogo'>;
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly askers: Askers;
  readonly plans: Plans;
  readonly uploads: Uploads;
  readonly readLogo: ReadLogo;
  readonly drawWorkspace: DrawWorkspace;
  readonly cluster: ClusterWire;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A domain as the asker reads it. */
  readonly wireOf: (request: Request, response: Response, domain: Domain) => DomainWire;
}

/** One thing that can be changed of how a domain looks. */
export interface BrandChange {
  /** Below the domain, on both faces. */
  readonly path: string;
  /** In the address of the page it leads to, and what is said then. */
  readonly notice: string;
  readonly noticeKey: string;
  readonly make: (deps: BrandFaceDeps, request: Request, owner: Owner) => Promise<Result<Domain, BrandChangeFailure>>;
}

export const BRAND_CHANGES: readonly BrandChange[] = [
  { path: 'brand', notice: 'saved', noticeKey: 'brand.notices.saved', make: setBrand },
  { path: 'logo', notice: 'logo', noticeKey: 'brand.notices.logo', make: setLogo },
  { path: 'logo/remove', notice: 'logo-removed', noticeKey: 'brand.notices.logoRemoved', make: removeLogo },
];

async function setBrand({ service }: BrandFaceDeps, request: Request, owner: Owner) {
  const brand = readBrand(request.body);
  return brand.ok ? service.setBrand(owner, namedIn(request), brand.value) : brand;
}

async function setLogo(deps: BrandFaceDeps, request: Request, owner: Owner) {
  const logo = uploadedLogo(deps, request);
  return logo.ok ? deps.service.setLogo(owner, namedIn(request), logo.value) : logo;
}

function removeLogo({ service }: BrandFaceDeps, request: Request, owner: Owner) {
  return service.setLogo(owner, namedIn(request), null);
}

/** The logo that came with a request. */
function uploadedLogo({ uploads, readLogo }: BrandFaceDeps, request: Request): Result<Logo, LogoFailure> {
  const bytes = uploads.of(request);
  return bytes === null ? fail({ kind: 'no-logo' }) : readLogo(bytes);
}

/** The only routes that take a file, on both faces. */
export const LOGO_UPLOAD = {
  path: /^\/account\/domains\/[^/]+\/logo\/?$/,
  field: 'logo',
  tooLarge: refusalOf({ kind: 'logo-too-large', maxBytes: MAX_LOGO_BYTES }),
};

/** Who speaks on the pages of a domain; `host` as people read it, `siteUrl` of the site that serves it. */
export function pageBrandOf(domain: Domain, host: string, siteUrl: string): PageBrand {
  const { name, accent, beforeReveal, afterReveal } = domain.brand;
  return {
    ...{ name: name ?? host, siteUrl, beforeReveal, afterReveal },
    stylesheet: accent && accentPath(accent),
    logo: logoPathOf(domain),
  };
}
