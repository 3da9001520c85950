import { createClient } from 'redis';

/** A port of loopback, with the password if there is one. */
export type Place = number | { readonly port: number; readonly password: string | undefined };

/** One command, over a connection of its own. */
export async function askRedis(place: Place, ...command: readonly string[]): Promise<unknown> {
  const { port, password } = typeof place === 'number' ? { port: place, password: undefined } : place;
  const client = createClient({
    RESP: 2,
    ...(password !== undefined && { password }),
    socket: { host: '127.0.0.1', port, reconnectStrategy: false },
    commandOptions: { timeout: 0 },
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.sendCommand([...command]);
  } finally {
    client.destroy();
  }
}

/** A field of INFO, '' where there is none. */
export async function infoOf(place: Place, field: string): Promise<string> {
  const info = String(await askRedis(place, 'INFO', 'all'));
  return new RegExp(`^${field}:(.*?)\\r$`, 'm').exec(info)?.[1] ?? '';
}

/** Who follows this master: 'online' once it has been filled, and how much of what was written it says to have. */
export async function replicasOf(master: Place): Promise<readonly { state: string; offset: number }[]> {
  const info = String(await askRedis(master, 'INFO', 'replication'));
  const lines = [...info.matchAll(/^slave\d+:.*state=(\w+),offset=(\d+)/gm)];
  return lines.map(([, state = '', offset]) => ({ state, offset: Number(offset) }));
}
