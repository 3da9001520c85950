import { randomInt } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { openAgent } from '#src/cli/prove-once/site.ts';

/** Connections that can be made to break in the middle of an answer. */
export interface Breaking {
  readonly openAgent: (server: URL) => Agent;
  /** Of the connections that are open now, every second one, by chance, breaks within its next answer. */
  breakHalf(): void;
  /** How many have been broken so far. */
  readonly broken: number;
}

export function createBreaking(): Breaking {
  const open = new Set<Duplex>();
  let toBreak = new Set<Duplex>();
  let broken = 0;
  const breakable = (socket: Duplex) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const arrive = socket.push.bind(socket);
    // What comes from the system goes through push before anybody sees it.
    socket.push = (piece: Buffer | null) => {
      if (piece === null || !toBreak.delete(socket)) return arrive(piece);
      broken += 1;
      arrive(piece.subarray(0, randomInt(piece.length)));
      socket.destroy();
      return false;
    };
    return socket;
  };
  return {
    openAgent: (server) => {
      const agent = openAgent(server, undefined);
      const connect = agent.createConnection.bind(agent);
      agent.createConnection = (...args) => {
        const socket = connect(...args);
        return socket && breakable(socket);
      };
      return agent;
    },
    breakHalf: () => {
      toBreak = new Set([...open].filter(() => randomInt(2) === 0));
    },
    get broken() {
      return broken;
    },
  };
}
