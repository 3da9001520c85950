import { createDecipheriv, hash, hkdfSync } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { createClient, RESP_TYPES } from 'redis';

/** One value of the store: 'table.column' or the kind of a Redis key, and what stands there. */
export interface Field {
  readonly name: string;
  readonly bytes: Buffer;
}

const labels = ['content', 'proof', 'salt', 'facts', 'metadata', 'sender-copy', 'site/shrimp', 'key-id', 'key-check'];
const nonceBytes = 12;
const tagBytes = 16;

/** Every column of every row, whatever it is. */
export function takeSqlite(path: string): Field[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.flatMap(({ name }) => {
      const rows = database.prepare(`SELECT * FROM "${name}"`).all();
      return rows.flatMap((row) =>
        Object.entries(row)
          .filter(([, value]) => value !== null)
          .map(([column, value]) => ({ name: `${name}.${column}`, bytes: toBytes(value) })),
      );
    });
  } finally {
    database.close();
  }
}

/** Every key, and every value or field of a hash behind it. */
export async function takeRedis(url: string): Promise<Field[]> {
  const client = createClient({ url, commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } });
  await client.connect();
  try {
    const fields: Field[] = [];
    for (const key of (await client.sendCommand<Buffer[]>(['KEYS', '*'])).map(String)) {
      const kind = key.replace(/^\{.*\}:/, '');
      fields.push({ name: `${kind} key`, bytes: Buffer.from(/^\{(.*)\}/.exec(key)?.[1] ?? key) });
      if (kind === 'state') fields.push(...(await takeHash(client, key)));
      else fields.push({ name: kind, bytes: await client.sendCommand<Buffer>(['GET', key]) });
    }
    return fields;
  } finally {
    client.destroy();
  }
}

async function takeHash(client: { sendCommand<T>(args: string[]): Promise<T> }, key: string): Promise<Field[]> {
  const names = (await client.sendCommand<Buffer[]>(['HKEYS', key])).map(String);
  const values = await client.sendCommand<Buffer[]>(['HVALS', key]);
  return names.map((name, at) => ({ name: `state.${name}`, bytes: values[at]! }));
}

function toBytes(value: unknown): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
}

/**
 * The names of all fields that open when everything in `materials` is tried as a key and as what a
 * key is derived from, for every row id there is.
 */
export function openWith(loot: readonly Field[], materials: readonly Buffer[], siteSecret: Buffer): string[] {
  const ids = loot.map(({ bytes }) => bytes.toString('latin1')).filter((text) => /^[\w-]{43}$/.test(text));
  const keys = [...new Map(keysFrom(materials, siteSecret).map((key) => [key.toString('hex'), key])).values()];
  // In Redis the instant of expiry stands before sealed metadata, 8 bytes.
  const isOpen = ({ bytes }: Field) =>
    [bytes, bytes.subarray(8)].some((sealed) =>
      [...new Set(ids)].some((id) => keys.some((key) => doesOpen(key, id, sealed))),
    );
  return loot
    .filter(({ bytes }) => bytes.length > nonceBytes + tagBytes && isOpen({ name: '', bytes }))
    .map(({ name }) => name);
}

/** As they are, decoded, cut to the length of a key, hashed; then through HKDF with every label and salt. */
function keysFrom(materials: readonly Buffer[], siteSecret: Buffer): Buffer[] {
  const inputs = materials.flatMap((bytes) => [
    ...[bytes, bytes.subarray(0, 31), hash('sha256', bytes, 'buffer')],
    ...(bytes.length < 100 ? [Buffer.from(bytes.toString('latin1'), 'base64url')] : []),
  ]);
  const salts = [siteSecret, Buffer.alloc(0)];
  const derive = (input: Buffer, salt: Buffer, label: string) =>
    Buffer.from(hkdfSync('sha256', input, salt, `hushlink/1/${label}`, 32));
  const derived = inputs.flatMap((input) => salts.flatMap((salt) => labels.map((label) => derive(input, salt, label))));
  return [...inputs.filter(({ length }) => length === 32), ...derived];
}

function doesOpen(key: Buffer, id: string, sealed: Buffer): boolean {
  if (sealed.length <= nonceBytes + tagBytes) return false;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(`${id}.1`));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}
