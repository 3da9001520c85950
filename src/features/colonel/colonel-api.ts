import express, { type RequestHandler, type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import type { Askers } from '#src/http/askers.ts';
import { addRoute } from '#src/http/routes.ts';
import type { ColonelOverview } from './colonel-service.ts';

export interface ColonelFaceDeps {
  readonly overview: ColonelOverview;
  readonly askers: Askers;
  readonly answers: Answers;
}

/** For anybody but a colonel there is no such address. */
export function createColonelApi({ overview, askers, answers }: ColonelFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const get: RequestHandler = async (request, response) => {
    const asker = askers.of(request);
    const isColonel = asker.kind === 'customer' && asker.isColonel;
    if (!isColonel) return answers.refuseJson(request, response, { kind: 'not-found' });
    answers.json(request, response, { record: await overview(), details: {} });
  };
  addRoute(router, '/colonel', { get }, answers.refuseJson);
  return router;
}
