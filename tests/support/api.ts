import supertest from 'supertest';
import type { TestApp } from './app.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A program that speaks API v2: JSON in, no cookies. Every call must answer as expected by its status. */
export function apiOf({ app }: Pick<TestApp, 'app'>) {
  const at = (path: string) => `/api/v2${path}`;
  const post = (path: string, fields: Fields = {}) =>
    supertest(app).post(at(path)).set('Host', 'localhost:3000').send(fields);
  const get = (path: string) => supertest(app).get(at(path)).set('Host', 'localhost:3000');
  return {
    get,
    post,
    conceal: (fields: Fields) => post('/secret/conceal', { kind: 'share', ...fields }),
    reveal: (key: string, fields: Fields = {}) => post(`/secret/${key}`, { continue: 'true', ...fields }),
    /** Shares a content and gives back its two keys. */
    share: async (secret: string, fields: Fields = {}) => {
      const { body } = await post('/secret/conceal', { kind: 'share', secret, ...fields }).expect(200);
      return { secretKey: String(body.record.secret.key), metadataKey: String(body.record.metadata.key), body };
    },
  };
}

export type Api = ReturnType<typeof apiOf>;
