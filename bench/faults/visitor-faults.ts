import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cleanup } from '../../tests/support/temp.ts';
import type { Fault, Scene } from './fault.ts';
import { limit } from './limit.ts';
import { sqliteServer } from './stage.ts';

const GO_ON = 'Everybody else is served as before.';
const MANY = 200;
const CROWD = 16;
const SLOW_MS = 100;
/** Any faster, and they would share more than the disk takes: that would be a flood. */
const COME_AGAIN_MS = 400;

/** What visitors and their networks do to the server. */
export const visitorFaults: readonly Fault[] = [
  {
    ...{
      name: 'visitors break off in the middle of a request',
      store: 'SQLite',
      mayAnswer: [],
      longestWaitMs: 2_000,
      isReady: true,
    },
    promised: `${GO_ON} Half a request does nothing.`,
    open: (t) => crowdScene(t, ({ port }) => breakOff(port, randomInt(1, REQUEST.length))),
  },
  {
    ...{
      name: 'visitors break off before their answer',
      store: 'SQLite',
      mayAnswer: [],
      longestWaitMs: 2_000,
      isReady: true,
    },
    promised: GO_ON,
    open: (t) => crowdScene(t, ({ port }) => breakOff(port, REQUEST.length)),
  },
  {
    ...{
      name: 'visitors send a request a byte at a time',
      store: 'SQLite',
      mayAnswer: [],
      longestWaitMs: 2_000,
      isReady: true,
    },
    promised: `${GO_ON} Who has not sent a whole request within 30 seconds is cut off.`,
    open: (t) => crowdScene(t, ({ port, isOver }) => sendSlowly(port, isOver)),
  },
  {
    ...{
      name: 'visitors ask for much and read nothing',
      store: 'SQLite',
      mayAnswer: [],
      longestWaitMs: 2_000,
      isReady: true,
    },
    promised: `${GO_ON} A connection over which nothing moves for a minute is cut off.`,
    open: (t) => crowdScene(t, ({ port, isOver }) => readNothing(port, isOver)),
  },
  {
    ...{
      name: 'file descriptors run out',
      store: 'SQLite',
      mayAnswer: [503, 'broken'],
      longestWaitMs: 2_000,
      isReady: null,
    },
    promised: 'Connections that are open are served on; new ones are refused or closed, until there is room again.',
    open: async (t) => {
      const server = await sqliteServer(t);
      const idle: Socket[] = [];
      const letGo = () => idle.splice(0).forEach((socket) => void socket.destroy());
      t.after(letGo);
      return {
        server,
        inject: async () => {
          limit(server.pid, '--nofile=100:4096');
          for (let count = 0; count < MANY; count += 1) idle.push(openSocket(server.port));
        },
        heal: letGo,
      };
    },
  },
];

const BODY = JSON.stringify({ kind: 'share', secret: 'half of it never comes' });
const REQUEST = [
  ...['POST /api/v2/secret/conceal HTTP/1.1', 'Host: localhost:3000', 'Content-Type: application/json'],
  ...[`Content-Length: ${BODY.length}`, '', BODY],
].join('\r\n');

interface Coming {
  readonly port: number;
  readonly isOver: () => boolean;
}

/** Some do the same again and again while it lasts. */
async function crowdScene(t: Cleanup, come: (coming: Coming) => Promise<void>): Promise<Scene> {
  const server = await sqliteServer(t);
  let crowd: Promise<unknown> = Promise.resolve();
  let isOver = true;
  const leave = async () => {
    isOver = true;
    await crowd;
  };
  t.after(leave);
  const comeAgain = async () => {
    while (!isOver) await come({ port: server.port, isOver: () => isOver });
  };
  return {
    server,
    inject: () => {
      isOver = false;
      crowd = Promise.all(Array.from({ length: CROWD }, comeAgain));
    },
    heal: leave,
  };
}

/** Sends so many bytes of a request, and is gone. */
async function breakOff(port: number, bytes: number): Promise<void> {
  const socket = openSocket(port);
  socket.once('connect', () => socket.write(REQUEST.slice(0, bytes), () => socket.destroy()));
  await once(socket, 'close');
  await pause(COME_AGAIN_MS);
}

async function sendSlowly(port: number, isOver: () => boolean): Promise<void> {
  const socket = openSocket(port);
  for (let at = 0; !isOver() && !socket.closed; at += 1) {
    socket.write(REQUEST[at % REQUEST.length] ?? '');
    await pause(SLOW_MS);
  }
  socket.destroy();
}

/** Asks for the home page two hundred times over one connection and takes none. */
async function readNothing(port: number, isOver: () => boolean): Promise<void> {
  const socket = openSocket(port).pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'.repeat(MANY));
  while (!isOver() && !socket.closed) await pause(SLOW_MS);
  socket.destroy();
}

function openSocket(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => {});
}
