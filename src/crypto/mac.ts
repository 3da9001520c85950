import { createHmac, timingSafeEqual } from 'node:crypto';

/** Says of a text that it was made here. */
export interface Mac {
  /** HMAC-SHA-256, base64url: 43 characters. */
  of(text: string): string;
  /** In constant time. */
  isRight(text: string, mac: string): boolean;
}

export function createMac(key: Uint8Array): Mac {
  const of = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    of,
    isRight: (text, mac) => {
      const [given, right] = [Buffer.from(mac), Buffer.from(of(text))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
