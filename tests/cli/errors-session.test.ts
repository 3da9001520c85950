import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { temporaryFolder } from '../support/temp.ts';
import { type Asked, sendJson, startOddServer, waitingSecret } from './odd-server.ts';
import { playInShell } from './play-in-shell.ts';

type Answering = (response: ServerResponse, asked: Asked) => void;

function refusal(status: number, errorType: string, message = '', more: object = {}): Answering {
  return (response) => sendJson(response, status, { success: false, message, error_type: errorType, ...more });
}

function waiting(retryAfter: number, hasPassphrase = true): object {
  return {
    ...waitingSecret,
    record: { ...waitingSecret.record, has_passphrase: hasPassphrase, is_destroyed: false, is_expired: false },
    details: { retry_after: retryAfter },
  };
}

/** Answers a look like a server that has the secret, and the rest like this. */
function butWaiting(answer: Answering, has = waiting(0, false)): Answering {
  return (response, asked) => (asked.method === 'GET' ? sendJson(response, 200, has) : answer(response, asked));
}

let claims = 0;
const breaks: Answering = (response) => void response.destroy();
const gone = refusal(404, 'RecordNotFound', 'gone');
const answers: Readonly<Record<string, Answering>> = {
  'the server says that the secret is gone': gone,
  'the server says that the passphrase is wrong': butWaiting(refusal(422, 'WrongPassphrase', 'no'), waiting(0)),
  'the server says that it is locked for a minute': butWaiting(gone, waiting(60)),
  'the server says that it is locked': refusal(429, 'Locked'),
  'the server says that there are too many requests': refusal(429, 'RateLimited'),
  'the server says that there are too many requests for a minute': refusal(429, 'RateLimited', '', { retry_after: 60 }),
  'the server refuses this': refusal(422, 'FormError', 'Choose less.'),
  'the server refuses this without a word': refusal(422, 'FormError'),
  'the server says that the plan does not allow it': refusal(422, 'PlanLimit', 'Your plan has no mail.'),
  'the server says that the plan does not allow it, without a word': refusal(422, 'PlanLimit'),
  'the server knows no such sign-in': refusal(401, 'NotAuthorized', 'no'),
  'the server is in trouble': refusal(503, 'StoreUnavailable', 'Try again.'),
  'the server is in trouble, without a word': refusal(500, 'ServerError'),
  'the server sends elsewhere': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'the server does not offer it': refusal(404, 'NotFound', 'no'),
  'another server answers': (response) => response.writeHead(404).end('<html>'),
  'the answer is another one than was asked for': (response) => sendJson(response, 200, { record: { state: 7 } }),
  'the answer does not end': endless,
  'nobody answers': () => {},
  'the connection breaks whenever a secret is opened': butWaiting(breaks),
  'the connection breaks when a secret is opened, and then it is gone': butWaiting((response, asked) => {
    claims += 1;
    return claims === 1 ? breaks(response, asked) : gone(response, asked);
  }),
  'a secret waits': butWaiting((response) =>
    sendJson(response, 200, { success: true, record: { secret_value: 'meet at nine\u0007\n' } }),
  ),
};

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  };
  response.on('drain', more);
  more();
}

test('every failure of the client is told as the transcript shows, and none repeats what might be a secret', async (t) => {
  const folder = temporaryFolder(t);
  // At first nobody listens at all.
  let answer: Answering = breaks;
  const { url } = await startOddServer(t, (response, asked) => answer(response, asked));
  const { host } = new URL(url);
  const env = { HUSHLINK_SERVER: url, XDG_CONFIG_HOME: '/dev/null', TMPDIR: folder };
  const happen = (what: string) => {
    answer = answers[what] ?? assert.fail(what);
  };
  const { expected, found } = await playInShell('errors-session.txt', {
    ...{ folder, env, happen },
    names: { [folder]: '/srv', [host]: 'hush.example.org' },
  });
  assert.equal(found.replaceAll(/hushlink-[0-9a-f]{16}/g, 'hushlink-COPY'), expected);
  const printed = found.replaceAll(/^[$#] .*$/gm, '');
  assert.doesNotMatch(printed, /hunter2/);
});
