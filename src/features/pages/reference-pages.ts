import express, { type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import { addRoute } from '#src/http/routes.ts';
import type { Page } from '#views/page-props.ts';

export interface ReferencePagesDeps {
  readonly answers: Answers;
  /** What the document of the API says, to be read; always the same object. */
  readonly page: () => Page;
}

/** How programs use this site, for everybody. */
export function createReferencePages({ answers, page }: ReferencePagesDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const get = (request: express.Request, response: express.Response) => answers.publicPage(request, response, [page()]);
  addRoute(router, '/docs/api', { get }, answers.refusePage);
  return router;
}
