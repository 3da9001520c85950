import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type Child, startChild } from '../support/children.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { type Client, contentOf, createClient } from './client.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');
/** What a reload ends with, in the log. */
const RELOAD = '"event":"reload(?:ed| refused)"';
const reloads = 20;
const lanes = 8;
const least = 200;

/** A line of the log. */
interface Line {
  readonly event: string;
  readonly changed?: readonly string[];
  readonly problems?: readonly string[];
  readonly keys?: readonly string[];
}

interface Running {
  readonly child: Child;
  readonly client: Client;
  readonly internal: Client;
  configure(yaml: string): void;
  /** Asks it to read its configuration again, and waits until it has said what came of it. */
  reload(): Promise<Line>;
}

async function start(t: Cleanup, yaml: string): Promise<Running> {
  const folder = temporaryFolder(t);
  const file = join(folder, 'own.yaml');
  const configure = (text: string) => writeFileSync(file, text);
  configure(yaml);
  const own = { HUSHLINK_DATA: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', HUSHLINK_LISTEN_INTERNAL_PORT: '0' };
  // Without a line for each request: what is looked for in the log is looked for again with every line.
  const env = { ...own, HUSHLINK_CONFIG: file, HUSHLINK_LOG_ACCESS: 'false', HUSHLINK_LIMITS_ENABLED: 'false' };
  const child = startChild(process.execPath, [program, 'serve'], { env });
  const [, port, internalPort] = await child.waitFor(/"port":(\d+),"internalPort":(\d+)/);
  await child.waitFor(/Hushlink is ready at/);
  child.background();
  const [client, internal] = [createClient(Number(port), lanes), createClient(Number(internalPort), 1)];
  t.after(() => {
    client.close();
    internal.close();
    return child.kill('SIGTERM');
  });
  let count = 0;
  const reload = async () => {
    process.kill(child.pid, 'SIGHUP');
    count += 1;
    await child.waitFor(new RegExp(`^(?:(?:(?!${RELOAD})[^])*${RELOAD}){${count}}`));
    return linesOf(child, /^reload(?:ed| refused)$/).at(-1)!;
  };
  return { child, client, internal, configure, reload };
}

function linesOf(child: Child, event: RegExp): readonly Line[] {
  const lines = child
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return lines.map((line): Line => JSON.parse(line)).filter((line) => event.test(line.event));
}

async function numberOf(internal: Client, name: string): Promise<number> {
  const text = (await internal.ask('/metrics')).body.toString();
  return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('a server reads its configuration again twenty times under load, and not one request fails', async (t) => {
  const site = await start(t, 'plans: { anonymous: { size: 1000 } }');
  let isOver = false;
  let answered = 0;
  const visit = async () => {
    while (!isOver || answered < least) {
      const { secretKey } = await site.client.share('read over a reload');
      assert.equal(contentOf(await site.client.reveal(secretKey)), 'read over a reload');
      answered += 2;
    }
  };
  const visits = Array.from({ length: lanes }, visit);
  const handles: number[] = [];
  for (let at = 1; at <= reloads; at += 1) {
    site.configure(`plans: { anonymous: { size: ${1000 + at} } }`);
    assert.deepEqual((await site.reload()).changed, ['plans.anonymous.size']);
    handles.push(await numberOf(site.internal, 'nodejs_active_handles_total'));
  }
  isOver = true;
  await Promise.all(visits);
  assert.ok(answered >= least);
  assert.equal(await numberOf(site.internal, 'hushlink_config_reloads_total{outcome="applied"}'), reloads);
  assert.ok(Math.max(...handles) - Math.min(...handles) <= lanes, String(handles));
});

test('what is new holds with the next request: words, limits, and what may be shared', async (t) => {
  const site = await start(t, 'site: { name: Before }');
  assert.match((await site.client.ask('/')).body.toString(), /Before/);
  site.configure(
    'site: { name: After, banner: "We move" }\nplans: { anonymous: { size: 5 } }\nsecrets: { sender_copy: 0 }',
  );
  assert.deepEqual((await site.reload()).changed, [
    'site.name',
    'site.banner',
    'secrets.sender_copy',
    'plans.anonymous.size',
  ]);
  const home = (await site.client.ask('/')).body.toString();
  assert.match(home, /After/);
  assert.match(home, /We move/);
  assert.doesNotMatch(home, /Before/);
});

test('a wrong configuration changes nothing, and the log names file, line and key', async (t) => {
  const site = await start(t, 'site: { name: Good }');
  site.configure('site:\n  name: Bad\nsecrets:\n  default_ttl: 5\n');
  const [problem = '', ...others] = (await site.reload()).problems ?? [];
  assert.match(problem, /own\.yaml:4 secrets\.default_ttl must be at least 60 \(got 5\); hint: /);
  assert.deepEqual(others, []);
  assert.match((await site.client.ask('/')).body.toString(), /Good/);
  site.configure('locales: { default: xx }');
  assert.match(String((await site.reload()).problems), /^There is no language xx/);
  site.configure('site: { name: Better }');
  assert.equal((await site.reload()).event, 'reloaded');
  assert.match((await site.client.ask('/')).body.toString(), /Better/);
  assert.equal(await numberOf(site.internal, 'hushlink_config_reloads_total{outcome="refused"}'), 2);
});

test('what needs a restart is named and stays as it was, and the rest is in force', async (t) => {
  const site = await start(t, 'site: { name: Before }');
  site.configure('site: { name: After }\nsecrets: { passphrase: { tries: 3 } }\nlisten: { drain: 1s }');
  assert.deepEqual((await site.reload()).changed, ['site.name', 'listen.drain']);
  await site.child.waitFor(/"event":"restart needed"/);
  assert.deepEqual(linesOf(site.child, /^restart needed$/)[0]?.keys, ['secrets.passphrase.tries']);
  assert.match((await site.client.ask('/')).body.toString(), /After/);
});
