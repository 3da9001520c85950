import { createDecipheriv, hash, hkdfSync } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { createClient, RESP_TYPES } from 'redis';

/** One value of the store: 'table.column' or the kind of a Redis key, and what stands there. */
export interface Field {
  readonly name: string;
  readonly bytes: Buffer;
}

const labels = ['content', 'proof', 'salt', 'facts', 'metadata', 'sender-copy', 'site/shrimp', 'key-id', 'key-check'];
/** Keys of the whole site: whoever has the site secret has them. */
const purposes = [
  ...['owner-copy', 'outbox', 'outbox-label', 'feedback', 'session', 'shrimp', 'attempts', 'owner', 'captcha'],
  ...['feedback-network', 'incoming-network', 'outbox-name'],
];
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

/** Every key, and everything that stands behind it. */
export async function takeRedis(url: string): Promise<Field[]> {
  const client = createClient({ url, commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } });
  await client.connect();
  try {
    const fields: Field[] = [];
    for (const key of (await client.sendCommand<Buffer[]>(['KEYS', '*'])).map(String)) {
      const [kind, id] = nameOf(key);
      fields.push({ name: `${kind} key`, bytes: Buffer.from(id) }, ...(await takeValues(client, key, kind)));
    }
    return fields;
  } finally {
    client.destroy();
  }
}

/** What sort of key it is, and which: '{id}:content', 'hushlink:{outbox}:mail:id'. */
function nameOf(key: string): [kind: string, id: string] {
  const [, id, kind] = /^\{(.*)\}:(.*)$/.exec(key) ?? [];
  if (id !== undefined && kind !== undefined) return [kind, id];
  const at = key.lastIndexOf(':');
  return [key.slice('hushlink:'.length, at).replace(/[{}]/g, ''), key.slice(at + 1)];
}

interface Redis {
  sendCommand<T>(args: string[]): Promise<T>;
}

async function takeValues(client: Redis, key: string, kind: string): Promise<Field[]> {
  const type = String(await client.sendCommand<Buffer>(['TYPE', key]));
  if (type === 'string') return [{ name: kind, bytes: await client.sendCommand<Buffer>(['GET', key]) }];
  if (type === 'hash') {
    const names = (await client.sendCommand<Buffer[]>(['HKEYS', key])).map(String);
    const values = await client.sendCommand<Buffer[]>(['HVALS', key]);
    return names.map((name, at) => ({ name: `${kind}.${name}`, bytes: values[at]! }));
  }
  const members = type === 'set' ? ['SMEMBERS', key] : ['ZRANGE', key, '0', '-1'];
  return (await client.sendCommand<Buffer[]>(members)).map((bytes) => ({ name: `${kind} member`, bytes }));
}

function toBytes(value: unknown): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
}

/**
 * The names of all fields that open when everything in `materials` is tried as a key and as what a
 * key is derived from, for every row id there is.
 */
export function openWith(loot: readonly Field[], materials: readonly Buffer[], siteSecret: Buffer): string[] {
  const ids = loot.map(({ bytes }) => bytes.toString('latin1')).filter((text) => /^[\w-]{24,43}$/.test(text));
  const keys = [...new Map(keysFrom(materials, siteSecret).map((key) => [key.toString('hex'), key])).values()];
  // In Redis an instant may stand before what is sealed, 8 bytes. What is sealed has steps of 256 bytes.
  const isOpen = ({ bytes }: Field) =>
    [bytes, bytes.subarray(8)]
      .filter(hasSealedLength)
      .some((sealed) => [...new Set(ids)].some((id) => keys.some((key) => doesOpen(key, id, sealed))));
  return loot.filter(isOpen).map(({ name }) => name);
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
  const ofSite = salts.flatMap((salt) =>
    purposes.map((purpose) => derive(Buffer.from('site'), salt, `site/${purpose}`)),
  );
  return [...inputs.filter(({ length }) => length === 32), ...derived, ...ofSite];
}

function hasSealedLength({ length }: Buffer): boolean {
  return length > nonceBytes + tagBytes && (length - nonceBytes - tagBytes) % 256 === 0;
}

function doesOpen(key: Buffer, id: string, sealed: Buffer): boolean {
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
