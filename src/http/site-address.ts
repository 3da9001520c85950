import { domainToASCII, domainToUnicode } from 'node:url';
import type { Request, RequestHandler } from 'express';
import type { Domain, DomainName } from '#src/features/domains/domain.ts';
import type { DomainStore } from '#src/features/domains/domain-store.ts';
import { unmistakableDomain } from '#src/values/unmistakable-domain.ts';
import type { ClientAddress } from './client-address.ts';
import type { Refuse } from './routes.ts';

/** Where this site is reached. Links are built from here, never from what a request claims. */
export interface SiteAddress {
  /** Finds out by which of our names a request came, before everything that asks below; any other name is refused. */
  recognise(refuse: Refuse): RequestHandler;
  /** The customer's domain a request came by; null for the site itself. */
  domainOf(request: Request): Domain | null;
  /** Host with its port, as people read it. */
  hostOf(request: Request): string;
  /** The same in A-labels, as it stands in addresses. */
  asciiHostOf(request: Request): string;
  /** Scheme and host, without a trailing slash. */
  originOf(request: Request): string;
  /** The same of the site itself, also where a request came by a customer's domain. */
  siteOriginOf(request: Request): string;
  /** Where links lead under a domain that is known to be served. Asks nobody. */
  placeOf(domain: string): Place;
  /**
   * Where links lead that were made for a share domain: to the site itself if that domain is not, or no
   * longer, served, or if `isStillTheirs` says that it has become somebody else's.
   */
  placeFor(request: Request, shareDomain: string, isStillTheirs?: (domain: Domain) => boolean): Promise<Place>;
}

/** A name we are reached by. */
export interface Place {
  /** With its port, as people read it. */
  readonly host: string;
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
}

export interface SiteAddressDeps {
  readonly site: { readonly host: string | null; readonly scheme: 'http' | 'https' };
  /** null without custom domains. */
  readonly domains: Pick<DomainStore, 'findServed'> | null;
  readonly clientAddress: Pick<ClientAddress, 'askedHostOf'>;
}

type Recognise = (name: string, ...asked: Parameters<RequestHandler>) => Promise<void>;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Without a configured host the loopback names are served, and links use the name that was asked for. */
export function createSiteAddress(deps: SiteAddressDeps): SiteAddress {
  const { host, scheme } = deps.site;
  const served = new WeakMap<Request, Domain>();
  const port = host === null ? '' : (/:\d+$/.exec(host)?.[0] ?? '');
  const asked = (request: Request) => {
    const name = withoutRootDot(deps.clientAddress.askedHostOf(request)?.toLowerCase() ?? '');
    return host === null ? name : withoutOwnPort(name, scheme);
  };
  const isOurs = (name: string) => (host === null ? LOOPBACK.test(name) : name === host);
  const placeOf = (name: DomainName): Place => ({
    host: displayNameOf(name) + port,
    origin: `${scheme}://${name}${port}`,
  });
  const sitePlace = (request: Request): Place => {
    const name = host ?? asked(request);
    return { host: displayHostOf(name), origin: `${scheme}://${name}` };
  };
  const placeAsked = (request: Request) => {
    const domain = served.get(request);
    return domain === undefined ? sitePlace(request) : placeOf(domain.name);
  };

  async function findDomain(name: string): Promise<Domain | null> {
    if (deps.domains === null || host === null || !isDnsName(name)) return null;
    return deps.domains.findServed(name);
  }

  return {
    recognise: (refuse) => {
      const recogniseDomain: Recognise = async (name, request, response, next) => {
        const domain = name.endsWith(port) ? await findDomain(name.slice(0, name.length - port.length)) : null;
        if (domain === null) return refuse(request, response, { kind: 'unknown-host' });
        served.set(request, domain);
        next();
      };
      return (request, response, next) => {
        const name = asked(request);
        return isOurs(name) ? next() : recogniseDomain(name, request, response, next);
      };
    },
    domainOf: (request) => served.get(request) ?? null,
    hostOf: (request) => placeAsked(request).host,
    asciiHostOf: (request) => placeAsked(request).origin.slice(`${scheme}://`.length),
    originOf: (request) => placeAsked(request).origin,
    siteOriginOf: (request) => sitePlace(request).origin,
    placeOf,
    placeFor: async (request, shareDomain, isStillTheirs = () => true) => {
      const here = served.get(request);
      const domain = here?.name === shareDomain || shareDomain === host ? here : await findDomain(shareDomain);
      return domain?.name === shareDomain && isStillTheirs(domain) ? placeOf(domain.name) : sitePlace(request);
    },
  };
}

/** Whether a text has the form of a DNS name in A-labels and lower case; everything else needs no look into the store. */
export function isDnsName(text: string): text is DomainName {
  return /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text);
}

/** In lower case and A-labels, without a port; '' for what is no name. */
export function domainNameOf(text: string): string {
  return domainToASCII(withoutRootDot(text).replace(/:\d+$/, ''));
}

/** As people read it: U-labels, where nobody could take these for another name. On a slip nothing else says whose it is. */
export function displayNameOf(name: DomainName): string {
  return unmistakableDomain(name);
}

function displayHostOf(host: string): string {
  return host.includes('xn--') ? host.replace(/^[^:]+/, domainToUnicode) : host;
}

/** 'example.com.' is the same name, written to its very end. */
function withoutRootDot(host: string): string {
  return host.replace(/\.(?=$|:\d+$)/, '');
}

/** Browsers leave the scheme's own port out. */
function withoutOwnPort(host: string, scheme: 'http' | 'https'): string {
  const ownPort = scheme === 'https' ? ':443' : ':80';
  return host.endsWith(ownPort) ? host.slice(0, -ownPort.length) : host;
}
