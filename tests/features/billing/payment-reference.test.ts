import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createPaymentReferences, ownerName } from '#src/features/billing/payment-reference.ts';

test('a name for a payment link is as long as the provider takes it, and no longer', () => {
  const mac = { of: () => 'm'.repeat(43), isRight: () => true };
  const references = createPaymentReferences(mac);
  const ownerOf = (chars: number) => {
    const owner = { custid: 'x' as CustId, createdAtMs: 1 };
    return { ...owner, custid: 'x'.repeat(chars - ownerName(owner).length + 1) as CustId };
  };
  const [longest, longer] = [references.of(ownerOf(117)), references.of(ownerOf(118))];
  // Base64 has no text of 200 characters less those of the MAC.
  assert.deepEqual([longest?.length, longer], [199, null]);
  assert.deepEqual(references.read(longest ?? ''), ownerOf(117));
});
