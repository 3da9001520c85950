import express, { type Express } from 'express';

/** Express without what it adds by itself: a header with its name, ETags, and objects made of a query's brackets. */
export function createBareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  return app;
}
