import { globSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Client, createClient } from '../durability/client.ts';
import { mailSettings } from '../support/app.ts';
import { LIGHT_PASSWORDS } from '../support/light-passwords.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { TestSmtpServer } from '../support/smtp-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { createMarks, type Marks, runApiFlows, runCliFlows, runErrors, runFormFlows } from './flows.ts';
import { runPeopleFlows } from './flows-people.ts';
import { runSupportFlows, SUPPORT_ENV } from './flows-support.ts';
import type { Mark, Place } from './search.ts';

/** A server that logs all it can, and answers its own machines. */
export interface ChattyServer extends TestServer {
  readonly client: Client;
  readonly siteSecret: Buffer;
  /** All that it tells those who measure it. */
  metrics(): Promise<Place>;
}

const SETTINGS = {
  ...{ ...SUPPORT_ENV, HUSHLINK_LOG_LEVEL: 'trace', HUSHLINK_FEEDBACK_CAPTCHA_MAX_NUMBER: '1000' },
  // A wrong passphrase is to make the next try wait, however slow the machine is.
  HUSHLINK_SECRETS_PASSPHRASE_FIRST_DELAY: '30',
  ...LIGHT_PASSWORDS,
};

export interface ChattyOptions {
  readonly smtp: TestSmtpServer;
  readonly siteSecret: Buffer;
  readonly internalPort: number;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startChattyServer(t: Cleanup, options: ChattyOptions): Promise<ChattyServer> {
  const { smtp, siteSecret, internalPort, env } = options;
  const own = {
    HUSHLINK_SITE_SECRET: siteSecret.toString('base64'),
    HUSHLINK_LISTEN_INTERNAL_PORT: String(internalPort),
  };
  const server = await startServer({ env: { ...SETTINGS, ...mailSettings(smtp), ...own, ...env } });
  t.after(() => server.stop());
  const client = createClient(server.port, 4);
  t.after(() => client.close());
  const metrics = async () => {
    const answer = await fetch(`http://127.0.0.1:${internalPort}/metrics`);
    return { name: 'metrics', bytes: Buffer.from(await answer.text()) };
  };
  return Object.assign(server, { client, siteSecret, metrics });
}

export interface Ran {
  readonly marks: Marks;
  /** What may stand in rows, but in no log. */
  readonly notInLog: readonly Mark[];
  /** The arguments of every process that was started, without the links that somebody gave it. */
  readonly processArguments: Place;
}

/** Everything that a server can do, done with marks; what programs and forms do as often as `rounds` says. */
export async function runEverything(server: ChattyServer, smtp: TestSmtpServer, rounds = 1): Promise<Ran> {
  const { client, siteSecret, url } = server;
  const marks = createMarks();
  for (const name of ['base64', 'base64url', 'hex'] as const) marks.add('site secret', siteSecret.toString(name));
  marks.all.push({ name: 'site secret', value: siteSecret });
  const seen = watchArguments();
  for (let round = 0; round < rounds; round += 1) {
    await runApiFlows(client, marks);
    await runFormFlows(client, marks);
    await runErrors(client, marks);
    await runCliFlows(url, marks);
  }
  const notInLog = await runPeopleFlows(client, marks, smtp);
  await runSupportFlows(client, marks, smtp);
  return { marks, notInLog, processArguments: { name: 'process arguments', bytes: Buffer.from(seen()) } };
}

const LOOK_EVERY_MS = 50;

/** Looks at the arguments of all processes from now on; gives those that it saw. */
function watchArguments(): () => string {
  const lines = new Set<string>();
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) lines.add(argumentsOf(pid));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return [...lines].join('\n');
  };
}

/** A link is for the program that it is given to: without it. */
function argumentsOf(pid: string): string {
  try {
    const given = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return given.replaceAll(/http:\/\/localhost:\d+\/\S+/g, 'LINK');
  } catch {
    return ''; // ended in between
  }
}

export function logOf(server: TestServer): Place {
  return { name: 'log', bytes: Buffer.from(server.output()) };
}

/** Every file below. */
export function readFiles(folder: string): Place[] {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name, parentPath }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
}

/** Inline commands; each must be answered with OK. */
export function sendRedis(port: number, ...commands: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(commands.map((line) => `${line}\r\n`).join('')));
    let reply = '';
    socket.on('data', (chunk) => {
      reply += chunk;
      if (reply !== '+OK\r\n'.repeat(commands.length)) return;
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    socket.setTimeout(20_000, () => reject(new Error(`redis-server said ${reply}`)));
  });
}
