import { maskTokens } from './mask-tokens.ts';
import { safeError } from './safe-error.ts';

const MAX_DEPTH = 4;

/** What a proxy has named a request; a key has one character less. */
const REQUEST_ID = /^[0-9a-f]{32}$/;

/** A copy of a line's fields that may be written: see `Log` for what becomes of the values. */
export function safeFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return safeEntries(fields, MAX_DEPTH);
}

function safeEntries(fields: object, depthLeft: number): Record<string, unknown> {
  const safe: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isRequestId = name === 'requestId' && typeof value === 'string' && REQUEST_ID.test(value);
    safe[maskTokens(name)] = isRequestId ? value : safeValue(value, depthLeft);
  }
  return safe;
}

function safeValue(value: unknown, depthLeft: number): unknown {
  if (typeof value === 'string') return maskTokens(value);
  if (typeof value !== 'object' || value === null) return safePrimitive(value);
  if (value instanceof Error) return safeError(value);
  if (depthLeft === 0) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => safeValue(item, depthLeft - 1));
  return safeObject(value, depthLeft);
}

function safePrimitive(value: unknown): unknown {
  const isPlain = value === null || typeof value === 'number' || typeof value === 'boolean';
  return isPlain || value === undefined ? value : `[${typeof value}]`;
}

function safeObject(value: object, depthLeft: number): unknown {
  // Bytes and addresses have a toJSON that gives everything away.
  if (ArrayBuffer.isView(value) || value instanceof URL) return `[${value.constructor.name}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return safeValue(value.toJSON(), depthLeft - 1);
  return safeEntries(value, depthLeft - 1);
}
