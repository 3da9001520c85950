import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { test } from 'node:test';
import { createAnswerCheck } from '../support/answer-check.ts';
import { createClock } from '../support/clock.ts';
import { testDocument } from '../support/watched-answers.ts';
import type { Call } from './calls.ts';
import { createTally } from './tally.ts';
import { type Stage, visit } from './visit.ts';

const KEY = 'k3x9pq2m7w4z8c1v6b5n0a3s8d2f7g4';
const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': 'x', 'Cache-Control': 'no-store' };
const STATUS = { status: 'nominal', locale: 'en' };
const PLAIN = { method: 'POST', tail: '', caller: { by: 'nothing' }, headers: [], copies: 1 } as const;
const SHARE: Call = {
  ...{ ...PLAIN, operation: 'v1Share', path: '/api/v1/share', part: null },
  body: { fields: { secret: 'the door code' }, form: 'json', type: 'right', spoiling: null },
};
const REVEAL: Call = {
  ...{ ...PLAIN, operation: 'v1Reveal', path: '/api/v1/secret/{key}', part: { known: 'secret', back: 0 } },
  body: null,
};
const READ: Call = { ...REVEAL, operation: 'v1ReadPrivate', path: '/api/v1/private/{key}', method: 'GET' };
const BURN: Call = { ...REVEAL, operation: 'v1Burn', path: '/api/v1/private/{key}/burn' };

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** Answers as somebody wants by the first word of the path below the version, and well to the rest. */
function sharingServer(answers: Readonly<Record<string, (content: string) => Answer>> = {}): RequestListener {
  let content = '';
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [room = '', , deed] = (request.url ?? '').split('/').slice(3);
      content = JSON.parse(Buffer.concat(chunks).toString() || '{}').secret ?? content;
      const { status = 200, body } = (answers[deed ?? room] ?? SOUND[deed ?? room]!)(content);
      response.writeHead(status, HEADERS).end(JSON.stringify(body));
    });
  };
}

const METADATA = {
  ...{ custid: 'anon', metadata_key: KEY, secret_key: KEY, ttl: 60, metadata_ttl: 60, secret_ttl: 60, state: 'new' },
  ...{ updated: 1, created: 1, recipient: [], share_domain: 'hush.example', passphrase_required: false },
};
const SOUND: Readonly<Record<string, (content: string) => Answer>> = {
  status: () => ({ body: STATUS }),
  share: () => ({ body: METADATA }),
  private: () => ({ body: METADATA }),
  burn: () => ({ body: { state: METADATA, secret_shortkey: 'k3x9pq' } }),
  secret: (value) => ({ body: { value, secret_key: KEY, share_domain: 'hush.example' } }),
};

function stageWith(listener: RequestListener, changes: Partial<Stage> = {}): Stage {
  let given = 0;
  return {
    ...{ host: 'hush.example', server: createServer(listener), clock: createClock(), tally: createTally() },
    ...{ document: testDocument(), check: createAnswerCheck(testDocument()), hangMs: 60_000 },
    ...{ publish: () => {}, watch: () => {}, next: () => ++given },
    makePerson: () => assert.fail('nobody is asked for'),
    ...changes,
  };
}

test('a visit to a site that keeps its promises passes, and counts what was asked', async () => {
  const stage = stageWith(sharingServer());
  await visit(stage, [SHARE, { waitSeconds: 1 }, READ, REVEAL]);
  assert.equal(stage.tally.executions, 4);
  assert.equal(stage.tally.outcomes.get('v1Reveal 200'), 1);
});

const broken: readonly (readonly [promise: string, visit: [RequestListener, ...Call[]], problem: RegExp])[] = [
  ['is answered 500', [sharingServer({ share: () => failed(500) }), SHARE], /500 .*asked by .*the door code/s],
  ['is answered 503 with nothing away', [sharingServer({ share: () => failed(503) }), SHARE], /^BrokenPromise: 503/],
  [
    'is answered by no JSON that is known',
    [sharingServer({ share: () => ({ body: {} }) }), SHARE],
    /must have required/,
  ],
  ['is not answered', [(request) => request.destroy(), SHARE], /no answer to/],
  ['reads one secret twice', [sharingServer(), SHARE, { ...REVEAL, copies: 2 }], /was over/],
  ['reads what was burned', [sharingServer(), SHARE, BURN, REVEAL], /was over/],
  [
    'finds what was read on the private page',
    [sharingServer({ private: (value) => ({ body: { ...METADATA, value } }) }), SHARE, REVEAL, READ],
    /was over, and is told again/,
  ],
  [
    'gets another text than was sent',
    [sharingServer({ secret: () => ({ body: { value: 'else', secret_key: KEY, share_domain: 'x' } }) }), SHARE, REVEAL],
    /comes out as "else"/,
  ],
];

function failed(status: number): Answer {
  return { status, body: { message: 'No.' } };
}

for (const [promise, [listener, ...calls], problem] of broken) {
  test(`a visit fails where somebody ${promise}`, async () => {
    await assert.rejects(visit(stageWith(listener), calls), problem);
  });
}

test('a visit fails where an answer never comes', async () => {
  await assert.rejects(
    visit(
      stageWith(() => {}, { hangMs: 1 }),
      [SHARE],
    ),
    /a hang: no answer/,
  );
});
