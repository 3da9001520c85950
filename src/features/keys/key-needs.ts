import type { KeyRing } from '#src/crypto/key-ring.ts';
import { type KeyStore, type RowNeed, SEALED_KINDS, type SealedKind, type SealedValue } from './key-store.ts';

/** What still needs a site secret. */
export interface KeyNeed {
  /** null where it was sealed under a secret that is not known here. */
  readonly siteKeyId: string | null;
  readonly kind: RowNeed['kind'] | SealedKind;
  readonly rows: number;
  /** When the last of it is over; null for what has no end but is sealed anew. */
  readonly untilMs: number | null;
}

/** All that needs another secret than the current one. Looks through the whole store. */
export async function findNeeds(store: KeyStore, ring: KeyRing, nowMs: number): Promise<readonly KeyNeed[]> {
  const rows = (await store.needs(nowMs)).filter(({ siteKeyId }) => siteKeyId !== ring.siteKeyId);
  const sealed: KeyNeed[] = [];
  for (const kind of SEALED_KINDS) sealed.push(...(await sealedNeeds(store, ring, kind)));
  return [...rows, ...sealed];
}

async function sealedNeeds(store: KeyStore, ring: KeyRing, kind: SealedKind): Promise<readonly KeyNeed[]> {
  const found = new Map<string | null, KeyNeed>();
  let from: string | null = null;
  do {
    const page = await store.sealedPage(kind, from);
    for (const value of page.values) {
      const siteKeyId = sealedBy(ring, kind, value);
      if (siteKeyId !== ring.siteKeyId) found.set(siteKeyId, added(found.get(siteKeyId), siteKeyId, kind, value));
    }
    from = page.next;
  } while (from !== null);
  return [...found.values()];
}

function added(before: KeyNeed | undefined, siteKeyId: string | null, kind: SealedKind, value: SealedValue): KeyNeed {
  const { rows, untilMs } = before ?? { rows: 0, untilMs: 0 };
  const isEndless = untilMs === null || value.untilMs === null;
  return { siteKeyId, kind, rows: rows + 1, untilMs: isEndless ? null : Math.max(untilMs, value.untilMs) };
}

/** Which of the known secrets has sealed it; null for none of them. */
export function sealedBy(ring: KeyRing, kind: SealedKind, { id, sealed }: SealedValue): string | null {
  const maker = ring.known.find((seal) => {
    try {
      seal.siteSealer(kind).open(id, sealed);
      return true;
    } catch {
      return false;
    }
  });
  return maker?.siteKeyId ?? null;
}
