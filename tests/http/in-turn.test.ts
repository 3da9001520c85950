import assert from 'node:assert/strict';
import { test } from 'node:test';
import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { createFailureHandler } from '#src/http/failures.ts';
import { createGathering } from '#src/http/gathered.ts';
import { inTurn } from '#src/http/in-turn.ts';
import { sendJson } from '#src/http/send.ts';

const fine: RequestHandler = (_request, response) => sendJson(response, 200, { fine: true });

test('what fails among gathered requests is one visitor’s incident: the others go on, and the process lives', async () => {
  const reported: string[] = [];
  const failing: RequestHandler = ({ path }, _response, next) => {
    if (path === '/failing') throw new Error('a bug');
    next();
  };
  const app = express();
  app.use(inTurn(createGathering(), failing, fine));
  app.use(
    createFailureHandler({
      refuse: (_request, response, { kind, incident }) => sendJson(response, 500, { kind, incident }),
      report: (error) => reported.push(String(error)),
      reportOutage: () => assert.fail('no store was asked'),
      newIncident: () => 'incident',
    }),
  );
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
