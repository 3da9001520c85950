import { PLAIN_BRAND } from '#src/features/domains/domain.ts';
import {
  type BillingRecord,
  type CustomerRecord,
  type DomainRecord,
  isReplacing,
  type LinkRecord,
  type LoadOutcome,
  type LoadRule,
  type LookRecord,
  type SiteRecord,
} from '../transfer.ts';
import { customerFields } from './account-rows.ts';
import { ACCOUNT_SCRIPTS } from './account-scripts.ts';
import { nameOf } from './billing-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { LOAD_SCRIPTS } from './load-scripts.ts';
import type { Argument } from './node.ts';
import { neverThere } from './scripts.ts';

/** Accounts, what is paid for them, domains and the site's own facts. */
export function createLoadPeople(redis: RedisConnection) {
  const run = async (script: keyof typeof LOAD_SCRIPTS, keys: readonly string[], args: readonly Argument[]) =>
    String(await redis.run(LOAD_SCRIPTS[script], keys, args)) as LoadOutcome;
  return {
    site: async ({ keyRecord, banner }: SiteRecord, rule: LoadRule): Promise<LoadOutcome> => {
      if (keyRecord !== null) await redis.command('SET', KEYS.keyRecord, keyRecord, 'NX');
      if (banner === null) return 'kept';
      const isNew = (await redis.command('SET', KEYS.banner, banner, 'NX')) !== null;
      if (isNew) return 'added';
      if (!isReplacing(rule)) return 'kept';
      await redis.command('SET', KEYS.banner, banner);
      return 'replaced';
    },
    customer: ({ customer }: CustomerRecord, rule: LoadRule) => {
      const { createdAtMs, custid } = customer;
      const args = [replaces(rule), String(createdAtMs), custid, ...customerFields(customer)];
      return run('customer', [KEYS.customer(custid), KEYS.customersByCreation], args);
    },
    reset: async (
      { id, custid, isMailed, expiresAtMs }: LinkRecord,
      _: LoadRule,
      nowMs: number,
    ): Promise<LoadOutcome> => {
      if (nowMs >= expiresAtMs) return 'over';
      const args = [String(expiresAtMs - nowMs), String(expiresAtMs), custid, isMailed ? '1' : '0'];
      await redis.run(ACCOUNT_SCRIPTS.keepReset, [KEYS.reset(id), KEYS.customer(custid)], args);
      return 'added';
    },
    look: ({ last }: LookRecord) => run('raise', [KEYS.look], [String(last)]),
    billing: ({ owner, payers, seen, keptLook, nextLookAtMs }: BillingRecord, rule: LoadRule) => {
      const links = payers.flatMap(({ id, linkedLook }) => [id, String(linkedLook)]);
      const row = [nameOf(owner), seen === null ? '' : JSON.stringify(seen), String(keptLook), String(nextLookAtMs)];
      return run('billing', [KEYS.billingDue, neverThere('accounts')], [replaces(rule), ...row, ...links]);
    },
    domain: (record: DomainRecord, rule: LoadRule) =>
      run('domain', [KEYS.domainsDue, neverThere('domains')], [replaces(rule), ...domainArguments(record)]),
  };
}

/** As scripts are told it. */
function replaces(rule: LoadRule): '0' | '1' {
  return isReplacing(rule) ? '1' : '0';
}

function domainArguments({ domain, nextLookAtMs, logo }: DomainRecord): Argument[] {
  const { id, ownerTag, name, createdAtMs, updatedAtMs, proof, observation, brand, logoHash } = domain;
  const isPlain = JSON.stringify(brand) === JSON.stringify(PLAIN_BRAND);
  return [
    ...[id, ownerTag, name, String(nextLookAtMs), String(proof.verifiedAtMs ?? '')],
    ...(logo === null ? ['', '', ''] : [logo.hash, logo.type, logo.bytes]),
    ...['id', id, 'name', name, 'ownerTag', ownerTag],
    ...['createdAtMs', String(createdAtMs), 'updatedAtMs', String(updatedAtMs)],
    ...(proof.missingSinceMs === null ? [] : ['missingSinceMs', String(proof.missingSinceMs)]),
    ...(observation === null ? [] : ['observation', JSON.stringify(observation)]),
    ...(isPlain ? [] : ['brand', JSON.stringify(brand)]),
    ...(logoHash === null ? [] : ['logoHash', logoHash]),
  ];
}
