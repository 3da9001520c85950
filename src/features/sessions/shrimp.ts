import type { Mac } from '#src/crypto/mac.ts';
import { HOUR_MS } from '#src/values/spans.ts';

/** The anti-forgery token. Stateless: an expiry, and a mac over it and the visitor it was made for. */
export interface ShrimpMint {
  /** A fresh token; older ones of the same visitor stay good, so that parallel tabs live. */
  mint(visitor: string): string;
  /** True if the token was made for this visitor and is younger than 12 hours. */
  isGenuine(visitor: string, token: unknown): boolean;
}

const LIFE_MS = 12 * HOUR_MS;
const FORM = /^([0-9a-z]{8,10})\.([\w-]{43})$/;

export function createShrimpMint(deps: { mac: Mac; now: () => number }): ShrimpMint {
  return {
    mint: (visitor) => {
      const expiry = (deps.now() + LIFE_MS).toString(36);
      return `${expiry}.${deps.mac.of(`${expiry}.${visitor}`)}`;
    },
    isGenuine: (visitor, token) => {
      const [, expiry, mac] = (typeof token === 'string' && FORM.exec(token)) || [];
      if (expiry === undefined || mac === undefined) return false;
      return deps.mac.isRight(`${expiry}.${visitor}`, mac) && deps.now() < Number.parseInt(expiry, 36);
    },
  };
}
