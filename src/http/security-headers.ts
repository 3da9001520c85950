import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** No inline script or style, no nonce, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()';

/** On every answer, whatever its status. `no-store` is the default that static files replace. */
export function createSecurityHeaders(scheme: 'http' | 'https'): RequestHandler {
  const headers = new Map([
    ...headersOf(createHelmet(scheme)),
    ['Cache-Control', 'no-store'],
    ['Permissions-Policy', PERMISSIONS],
    // Of everything here only the home page is for search engines.
    ['X-Robots-Tag', 'noindex, nofollow'],
  ]);
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}

/** The policy as every page carries it: the same with and without TLS. */
export function contentSecurityPolicy(): string {
  return headersOf(createHelmet('https')).get('Content-Security-Policy') ?? '';
}

function createHelmet(scheme: 'http' | 'https') {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: scheme === 'https' && { maxAge: 63_072_000, includeSubDomains: false },
  });
}

/** What helmet sets is the same for every answer, so it is asked once. */
function headersOf(protect: ReturnType<typeof helmet>): Map<string, string> {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  protect({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
