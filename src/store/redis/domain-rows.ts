import {
  type Brand,
  type Domain,
  type DomainId,
  type DomainName,
  type Logo,
  type LogoType,
  PLAIN_BRAND,
} from '#src/features/domains/domain.ts';

/** Fields of a record, in the order in which scripts answer them. What is null has no field. */
export const DOMAIN_FIELDS = [
  ...['id', 'name', 'ownerTag', 'createdAtMs', 'updatedAtMs'],
  ...['verifiedAtMs', 'missingSinceMs', 'observation', 'brand', 'logoHash'],
] as const;

export type DomainRow = readonly (Buffer | null)[];

export function toDomain(row: DomainRow): Domain {
  const [id, name, ownerTag, createdAtMs, updatedAtMs, verifiedAtMs, missingSinceMs, observation, brand, logoHash] =
    row.map((field) => field?.toString() ?? null);
  return {
    id: id as DomainId,
    name: name as DomainName,
    ownerTag: String(ownerTag),
    createdAtMs: Number(createdAtMs),
    updatedAtMs: Number(updatedAtMs),
    proof: { verifiedAtMs: toInstant(verifiedAtMs), missingSinceMs: toInstant(missingSinceMs) },
    observation: observation ? JSON.parse(observation) : null,
    brand: brand ? (JSON.parse(brand) as Brand) : PLAIN_BRAND,
    logoHash: logoHash ?? null,
  };
}

/** As `HMGET` answers hash, type and bytes. */
export function toLogo([hash, type, bytes]: DomainRow): Logo | null {
  return hash && type && bytes ? { hash: hash.toString(), type: type.toString() as LogoType, bytes } : null;
}

/** As `DomainStore.list` promises. */
export function byVerifiedThenNewest(one: Domain, other: Domain): number {
  const unverified = ({ proof }: Domain) => Number(proof.verifiedAtMs === null);
  const names = one.name < other.name ? -1 : 1;
  return unverified(one) - unverified(other) || other.createdAtMs - one.createdAtMs || names;
}

function toInstant(text: string | null | undefined): number | null {
  return text ? Number(text) : null;
}
