import type { RequestHandler } from 'express';
import { meantKey } from './key-input.ts';

/**
 * A page behind a link: where something was picked up on the way it leads to the link that was meant. Whether there is
 * anything behind that is not asked here, so the answer tells nothing.
 */
export function behindLink(room: '/secret' | '/private', show: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const key = meantKey(request.params.key);
    if (key === null) return show(request, response, next);
    const [, query] = request.originalUrl.split('?', 2);
    response.redirect(303, `${room}/${key}${query === undefined ? '' : `?${query}`}`);
  };
}
