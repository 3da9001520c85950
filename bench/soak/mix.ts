import type { Connection } from '../load/connection.ts';
import { get } from '../load/request.ts';
import { createRequest, createSecret, makeSecrets, revealRequest, type Task } from '../load/tasks.ts';

/** Four creates and four reveals, one status, one page: home and the secret page in turn. */
const TURNS = [
  'create',
  'reveal',
  'create',
  'reveal',
  'status',
  'create',
  'reveal',
  'page',
  'create',
  'reveal',
] as const;
const TTL_SECONDS = 3600;
const LOOKED_AT_TTL_SECONDS = 86_400;
/** More than can be under way at once, so that a reveal always finds one. */
const AHEAD = 1000;
const LOOKED_AT = 100;

/** What a site is asked for over a day, again and again. Secrets are opened in the order in which they were made. */
export async function createMix(port: number): Promise<Task> {
  const create = createRequest(TTL_SECONDS);
  const [unread, lookedAt] = [
    await makeSecrets(port, AHEAD),
    await makeSecrets(port, LOOKED_AT, LOOKED_AT_TTL_SECONDS),
  ];
  const nextStatus = inTurn(lookedAt.map((key) => get(`/api/v2/secret/${key}/status`)));
  const nextPage = inTurn(lookedAt.flatMap((key) => [get('/'), get(`/secret/${key}`)]));
  const ask = {
    create: async (connection: Connection) => void unread.push(await createSecret(connection, create)),
    reveal: (connection: Connection) => connection.ask(revealRequest(unread.shift() ?? ''), 200),
    status: (connection: Connection) => connection.ask(nextStatus(), 200),
    page: (connection: Connection) => connection.ask(nextPage(), 200),
  };
  const nextTurn = inTurn(TURNS);
  const perform = async (connection: Connection) => {
    await ask[nextTurn()](connection);
    return true;
  };
  return { perform, requests: 1 };
}

function inTurn<Value>(values: readonly Value[]): () => Value {
  let at = -1;
  return () => {
    at = (at + 1) % values.length;
    return values[at] as Value;
  };
}
