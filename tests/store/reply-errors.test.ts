import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientClosedError, ClientOfflineError, type ErrorReply, SimpleError } from 'redis';
import { NoMaster, redirectionOf, Unconfirmed, verdictOf } from '#src/store/redis/reply-errors.ts';

const reply = (text: string) => new SimpleError(text) as ErrorReply;

test('a command is asked again elsewhere or later only where Redis says that it was not done', () => {
  const verdicts = {
    elsewhere: [
      reply("READONLY You can't write against a read only replica."),
      reply("ERR Error running script (call to f_1): @user_script:7: -READONLY You can't write against a replica."),
      reply('MOVED 3999 127.0.0.1:6381'),
      new ClientOfflineError(),
      new ClientClosedError(),
      new NoMaster('nobody'),
    ],
    later: [
      reply('TRYAGAIN Multiple keys request during rehashing of slot'),
      reply('CLUSTERDOWN Hash slot not served'),
      reply('LOADING Redis is loading the dataset in memory'),
      reply('MASTERDOWN Link with MASTER is down'),
      reply('NOREPLICAS Not enough good replicas to write.'),
    ],
    refused: [
      reply('WRONGTYPE Operation against a key holding the wrong kind of value'),
      reply('OOM command not allowed'),
      reply('ERR Script attempted to access a non local key in a cluster node'),
      reply('ERR READONLY stands in a text'),
    ],
    unknown: [new Error('Socket closed unexpectedly'), new Unconfirmed('0 of 1'), null],
  };
  for (const [verdict, errors] of Object.entries(verdicts)) {
    for (const error of errors) assert.equal(verdictOf(error), verdict, String(error));
  }
});

test('where a cluster sends a command instead is read from its answer, and whether to ask for admission first', () => {
  const from = { host: 'redis-1', port: 6379 };
  const told = (text: string) => redirectionOf(reply(text), from);
  assert.deepEqual(told('MOVED 3999 127.0.0.1:6381'), { to: { host: '127.0.0.1', port: 6381 }, from, isAsking: false });
  assert.deepEqual(told('ASK 1 ::1:7000'), { to: { host: '::1', port: 7000 }, from, isAsking: true });
  for (const host of ['', '?'])
    assert.deepEqual(told(`MOVED 1 ${host}:7000`), { to: { host: 'redis-1', port: 7000 }, from, isAsking: false });
  for (const error of [reply('ERR MOVED 1 a:2'), new Error('MOVED 1 a:2'), null])
    assert.equal(redirectionOf(error, from), null);
});
