import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Domain } from '#src/features/domains/domain.ts';
import { isSharedFor } from '#src/features/secrets/share-domain.ts';

const domainOf = (proof: { readonly verifiedAtMs: number | null }) =>
  ({ name: 'links.example', ownerTag: 'owner', proof }) as unknown as Domain;
const domain = domainOf({ verifiedAtMs: 100 });

const shared = (ownerTag: string | null, createdAtMs: number, shareDomain = 'links.example') => ({
  facts: { shareDomain },
  row: { ownerTag, createdAtMs },
});

test('a secret belongs to the domain it was shared for, and to no other', () => {
  assert.equal(isSharedFor(domain, shared('owner', 200)), true);
  assert.equal(isSharedFor(domain, shared('owner', 200, 'other.example')), false);
  assert.equal(isSharedFor(domain, shared(null, 200, 'other.example')), false);
});

test('a customer’s secret is for the own domain alone, whenever it was made', () => {
  assert.equal(isSharedFor(domain, shared('owner', 50)), true);
  assert.equal(isSharedFor(domain, shared('another', 200)), false);
});

test('a visitor’s secret is for a domain that was verified when it was made', () => {
  assert.equal(isSharedFor(domain, shared(null, 99)), false);
  assert.equal(isSharedFor(domain, shared(null, 100)), true);
  assert.equal(isSharedFor(domainOf({ verifiedAtMs: null }), shared(null, 200)), false);
});
