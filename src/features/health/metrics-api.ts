import express, { type Router } from 'express';
import { addRoute, type Refuse } from '#src/http/routes.ts';

export interface MetricsApiDeps {
  /** What the process counts of itself, as text. */
  readonly metrics: { read(): Promise<string>; readonly contentType: string };
  readonly refuse: Refuse;
}

/** For the monitoring of whoever runs the site. */
export function createMetricsApi({ metrics, refuse }: MetricsApiDeps): Router {
  const router = express.Router({ caseSensitive: true });
  addRoute(
    router,
    '/metrics',
    {
      get: async (_request, response) => {
        const text = await metrics.read();
        response.setHeader('Content-Type', metrics.contentType);
        response.setHeader('Content-Length', Buffer.byteLength(text));
        response.end(text);
      },
    },
    refuse,
  );
  return router;
}
