import type { MetadataKey, SecretId, SecretKey } from '#src/crypto/ids.ts';
import type { SiteSealer } from '#src/crypto/seal.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { OwnerCopy } from '#src/features/secrets/secret-facts.ts';

/** An owner's copy without the names of its fields: a list opens a hundred of them for one page. */
type Packed = [
  ...[metadataKey: string, secretKey: string, kind: 'share' | 'generate', ttlSeconds: number, originalChars: number],
  ...[isTruncated: 0 | 1, isVerification: 0 | 1, hasPassphrase: 0 | 1],
  ...[shareDomain: string, owner: string | null, recipients: readonly string[]],
];

/** Opened copies that are remembered at most, and for how long after the last look: about 5 MB. */
const MOST_REMEMBERED = 10_000;
const REMEMBERED_MS = 300_000;

/**
 * How the copies of owners are sealed and opened. A copy never changes, and a customer may look at the list again and
 * again: what was opened is remembered for a few minutes.
 */
export function createOwnerCopies({ sealer, now }: { sealer: SiteSealer; now: () => number }) {
  let [young, old] = [new Map<SecretId, OwnerCopy>(), new Map<SecretId, OwnerCopy>()];
  let turnedAtMs = now();

  /** What was not looked at since the last turn is forgotten with this one. */
  function turn(): void {
    if (young.size < MOST_REMEMBERED / 2 && now() - turnedAtMs < REMEMBERED_MS) return;
    [young, old, turnedAtMs] = [new Map(), young, now()];
  }

  return {
    seal: (id: SecretId, copy: OwnerCopy) => sealer.seal(id, pack(copy)),
    open: (id: SecretId, sealed: Uint8Array) => {
      turn();
      const copy = young.get(id) ?? old.get(id) ?? unpack(sealer.open(id, sealed) as Packed);
      young.set(id, copy);
      return copy;
    },
  };
}

function pack({ metadataKey, facts }: OwnerCopy): Packed {
  const { secretKey, kind, ttlSeconds, originalChars, shareDomain, owner, recipients } = facts;
  const flags = [facts.isTruncated, facts.isVerification, facts.hasPassphrase].map(Number) as [0 | 1, 0 | 1, 0 | 1];
  return [metadataKey, secretKey, kind, ttlSeconds, originalChars, ...flags, shareDomain, owner, recipients];
}

function unpack(packed: Packed): OwnerCopy {
  const [metadataKey, secretKey, kind, ttlSeconds, originalChars, ...rest] = packed;
  const [isTruncated, isVerification, hasPassphrase, shareDomain, owner, recipients] = rest;
  return {
    metadataKey: metadataKey as MetadataKey,
    facts: {
      ...{ secretKey: secretKey as SecretKey, kind, ttlSeconds, originalChars, shareDomain, recipients },
      ...{ isTruncated: isTruncated === 1, isVerification: isVerification === 1, hasPassphrase: hasPassphrase === 1 },
      owner: owner as CustId | null,
    },
  };
}
