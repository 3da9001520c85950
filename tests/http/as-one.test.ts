import assert from 'node:assert/strict';
import { test } from 'node:test';
import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { asOne } from '#src/http/as-one.ts';
import { createBodyReader } from '#src/http/body.ts';
import { createBodyRules } from '#src/http/body-room.ts';
import { createFailureHandler } from '#src/http/failures.ts';
import { createGathering } from '#src/http/gathered.ts';
import { sendJson } from '#src/http/send.ts';
import { createUploads } from '#src/http/uploads.ts';

const fine: RequestHandler = (_request, response) => sendJson(response, 200, { fine: true });

function withIncidents(app: express.Express, reported: string[]): void {
  app.use(
    createFailureHandler({
      refuse: (_request, response, { kind, incident }) => sendJson(response, 500, { kind, incident }),
      report: (error) => reported.push(String(error)),
      reportOutage: () => assert.fail('no store was asked'),
      newIncident: () => 'incident',
    }),
  );
}

test('what fails among gathered requests is one visitor’s incident: the others go on, and the process lives', async () => {
  const reported: string[] = [];
  const failing: RequestHandler = ({ path }, _response, next) => {
    if (path === '/failing') throw new Error('a bug');
    next();
  };
  const app = express();
  app.use(asOne(createGathering(), failing, fine));
  withIncidents(app, reported);
  const server = app.listen(0, '127.0.0.1');
  try {
    const asked = ['/failing', '/', '/failing', '/'].map((path) => supertest(server).get(path));
    const answers = (await Promise.all(asked)).map(({ status, body }) => [status, body]);
    const [incident, answer] = [
      [500, { kind: 'unexpected', incident: 'incident' }],
      [200, { fine: true }],
    ];
    assert.deepEqual(answers, [incident, answer, incident, answer]);
  } finally {
    server.close();
  }
  assert.deepEqual(reported, ['Error: a bug', 'Error: a bug']);
});

test('a refusal of a body that fails while it waits for its count is an incident as well', async () => {
  const reported: string[] = [];
  const app = express();
  const refuse = async () => {
    await Promise.resolve();
    throw new Error('a bug in a page');
  };
  app.use(asOne(createBodyReader({ rules: createBodyRules(1), uploads: createUploads([]), refuse }), fine));
  withIncidents(app, reported);
  const { status } = await supertest(app).post('/').send('secret=too+long');
  assert.deepEqual([status, reported], [500, ['Error: a bug in a page']]);
});
