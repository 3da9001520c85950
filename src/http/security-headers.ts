import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** No inline script or style, no nonce, nothing from elsewhere. */
export const CONTENT_SECURITY_POLICY = {
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
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: scheme === 'https' && { maxAge: 63_072_000, includeSubDomains: false },
  });
  return (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Permissions-Policy', PERMISSIONS);
    protect(request, response, next);
  };
}
