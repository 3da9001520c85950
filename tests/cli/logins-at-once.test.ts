import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inTurn } from '#src/cli/system/in-turn.ts';
import { temporaryFolder } from '../support/temp.ts';
import { sendJson, startOddServer } from './odd-server.ts';
import { runCli } from './run-cli.ts';

const record = { custid: 'you@example.org', role: 'customer', plan: { planid: 'basic' } };
const nobodyEnds = { on: () => {}, off: () => {}, raise: () => {} };

test('of logins at once each is kept, and of logouts at once each is forgotten', async (t) => {
  const XDG_CONFIG_HOME = temporaryFolder(t);
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const waiting: (() => void)[] = [];
  const { url } = await startOddServer(t, (response) => {
    waiting.push(() => sendJson(response, 200, { record, details: { authorized: true } }));
    if (waiting.length === names.length) for (const answer of waiting) answer();
  });
  const all = (args: readonly string[], input = '') =>
    Promise.all(names.map((name) => runCli([...args, '--profile', name], { input, env: { XDG_CONFIG_HOME } })));
  const codes = names.map(() => 0);
  const signedIn = await all(['login', '--user', record.custid, '--server', url], 'token\n');
  assert.deepEqual(
    signedIn.map(({ code }) => code),
    codes,
  );
  const defaults = signedIn.filter(({ stderr }) => stderr.includes('where nothing else is said'));
  assert.equal(defaults.length, 1, 'one alone is told that it is used');
  const config = () => readFileSync(join(XDG_CONFIG_HOME, 'hushlink/config.yaml'), 'utf8');
  assert.deepEqual([...config().matchAll(/token_file: tokens\/(.)/g)].map(([, name]) => name).toSorted(), names);
  const signedOut = await all(['logout']);
  assert.deepEqual(
    signedOut.map(({ code }) => code),
    codes,
  );
  assert.doesNotMatch(config(), /token_file/);
  assert.deepEqual(readdirSync(join(XDG_CONFIG_HOME, 'hushlink')), ['config.yaml', 'tokens']);
});

test('a turn that was left behind is waited for, and then taken, also where the taking was left behind', async (t) => {
  const path = join(temporaryFolder(t), 'config.yaml');
  writeFileSync(`${path}.turn`, '');
  linkSync(`${path}.turn`, `${path}.turn.over`);
  const waits: number[] = [];
  const wait = async (delayMs: number) => void waits.push(delayMs);
  const done = await inTurn(path, { wait, signals: nobodyEnds }, async () => existsSync(`${path}.turn`));
  assert.deepEqual([done, waits.length > 50, readdirSync(dirname(path))], [true, true, []]);
});

test('of many who have waited for a turn that was left behind each takes its own', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'config.yaml');
  let [inside, most, done] = [0, 0, 0];
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    for (let looks = 0; looks < 20; looks += 1) await stat(folder);
    inside -= 1;
    done += 1;
  };
  // Each at its own pace, so that one removes what it has looked at before while another begins.
  let waits = 0;
  const wait = async () => {
    waits += 1;
    for (let looks = waits % 7; looks >= 0; looks -= 1) await stat(folder);
  };
  for (let rounds = 0; rounds < 5; rounds += 1) {
    writeFileSync(`${path}.turn`, '');
    await Promise.all(Array.from({ length: 30 }, () => inTurn(path, { wait, signals: nobodyEnds }, work)));
  }
  assert.deepEqual([most, done, readdirSync(folder)], [1, 150, []]);
});

test('turns of others that go on are waited for, however many there are', async (t) => {
  const path = join(temporaryFolder(t), 'config.yaml');
  const next = () => {
    // Another file, as every turn is, in the place of the one before.
    writeFileSync(`${path}.next`, '');
    renameSync(`${path}.next`, `${path}.turn`);
  };
  let turns = 0;
  let isTaken = false;
  const wait = async () => {
    isTaken ||= !existsSync(`${path}.turn`);
    turns += 1;
    if (turns < 300) next();
    else rmSync(`${path}.turn`, { force: true });
  };
  next();
  await inTurn(path, { wait, signals: nobodyEnds }, async () => {});
  assert.deepEqual([turns, isTaken], [300, false]);
});

test('a signal that ends a turn leaves no turn behind', async (t) => {
  const path = join(temporaryFolder(t), 'config.yaml');
  const raised: string[] = [];
  const signals = Object.assign(new EventEmitter(), { raise: (name: string) => void raised.push(name) });
  const left = await inTurn(path, { wait: async () => {}, signals }, async () => {
    signals.emit('SIGTERM', 'SIGTERM');
    return readdirSync(dirname(path));
  });
  assert.deepEqual([left, raised], [[], ['SIGTERM']]);
});
