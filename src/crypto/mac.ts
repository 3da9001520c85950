import { timingSafeEqual } from 'node:crypto';
import { hmacOf } from './hmac.ts';

/** Says of a text that it was made here. */
export interface Mac {
  /** HMAC-SHA-256, base64url: 43 characters. */
  of(text: string): string;
  /** In constant time. */
  isRight(text: string, mac: string): boolean;
}

/** Made by the first key, and right by any of them. */
export function createMac(key: Uint8Array, ...earlierKeys: readonly Uint8Array[]): Mac {
  const by = (one: Uint8Array, text: string) => hmacOf(one, text, 'base64url');
  return {
    of: (text) => by(key, text),
    isRight: (text, mac) => [key, ...earlierKeys].some((one) => isSame(mac, by(one, text))),
  };
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
