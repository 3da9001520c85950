export interface BasicCredentials {
  readonly name: string;
  readonly password: string;
}

const BASIC = /^basic +([a-z0-9+/]+=*)$/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** RFC 7617. Null for another scheme, for what cannot be decoded, and for an empty name or password. */
export function readBasicCredentials(authorization: string): BasicCredentials | null {
  const [, encoded] = BASIC.exec(authorization.trim()) ?? [];
  const text = encoded === undefined ? null : decode(encoded);
  const colon = text?.indexOf(':') ?? -1;
  if (text === null || colon < 1 || colon === text.length - 1) return null;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(encoded: string): string | null {
  try {
    return UTF8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return null;
  }
}
