import type { RequestHandler } from 'express';
import { latin1Of } from '#views/kept/latin1.ts';
import { endWith, type KeptAnswer, keptAnswer } from './kept-answer.ts';

/** JSON that is the same for everybody and for as long as the process lives: made once, when first asked for. */
export function sendKeptJson(value: () => object): RequestHandler {
  let kept: KeptAnswer | null = null;
  return (_request, response) => {
    kept ??= keptAnswer(latin1Of(JSON.stringify(value())), { isOfNobody: true });
    response.setHeader('Cache-Control', 'no-cache');
    endWith(response, kept, 'application/json; charset=utf-8');
  };
}
