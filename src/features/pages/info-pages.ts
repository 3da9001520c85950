import express, { type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import { addRoute } from '#src/http/routes.ts';
import type { Page } from '#views/page-props.ts';

const NAMES = ['terms', 'privacy', 'security'] as const;

export interface InfoPagesDeps {
  readonly answers: Answers;
  /** The page of an article in a language (our code); always the same object. */
  readonly article: (name: (typeof NAMES)[number], locale: string) => Page;
}

/** Terms, privacy and security policy, for everybody. */
export function createInfoPages({ answers, article }: InfoPagesDeps): Router {
  const router = express.Router({ caseSensitive: true });
  for (const name of NAMES) {
    const get = (request: express.Request, response: express.Response) => {
      answers.publicPage(request, response, [article(name, answers.localeOf(request, response))]);
    };
    addRoute(router, `/info/${name}`, { get }, answers.refusePage);
  }
  return router;
}
