import type { RequestHandler } from 'express';
import { meantKey } from './key-input.ts';

/**
 * A page behind a link. A link that picked something up on its way is redirected to the one that was meant, without
 * asking whether there is anything behind it: the answer tells nothing.
 */
export function behindLink(room: '/secret' | '/private', show: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const key = meantKey(request.params.key);
    if (key === null) return show(request, response, next);
    const [, query] = request.originalUrl.split('?', 2);
    response.redirect(303, `${room}/${key}${query === undefined ? '' : `?${query}`}`);
  };
}
