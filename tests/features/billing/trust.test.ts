import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { PayerId } from '#src/features/billing/billing.ts';
import { createStripePayments } from '#src/stripe/stripe-payments.ts';
import { makeAuthority, makeCertificate, type TestCertificate } from '../../support/certificate.ts';
import { createClock } from '../../support/clock.ts';
import { STRIPE_KEY, WEBHOOK_SECRET } from '../../support/stripe-server.ts';
import { startTlsServer } from '../../support/tls-server.ts';
import { untilSo } from '../../support/until-so.ts';

const authority = makeAuthority();
setDefaultCACertificates([...getCACertificates('default'), authority.cert]);

const elsewhere = ['elsewhere.example'];

test('a payment provider whose certificate is of an unknown authority, of another name or of another time is told nothing', async (t) => {
  const refused = {
    unknown: makeCertificate({ issuer: makeAuthority() }),
    ofItsOwn: makeCertificate(),
    elsewhere: makeCertificate({ issuer: authority, names: elsewhere }),
    over: makeCertificate({ issuer: authority, validUntilMs: Date.UTC(2021, 0) }),
  };
  for (const [name, certificate] of Object.entries(refused)) {
    const { server, look } = await openProvider(t, certificate);
    await assert.rejects(look(), { name: 'PaymentsUnavailable' }, name);
    assert.ok(server.connections > 0, name);
    assert.equal(server.received, '', name);
  }
});

test('a payment provider whose certificate is right is asked with our key', async (t) => {
  const { server, look } = await openProvider(t, makeCertificate({ issuer: authority }));
  // It has no answer, and is gone with the test.
  look().catch(() => {});
  await untilSo('it was asked', async () => server.received.includes(`Authorization: Bearer ${STRIPE_KEY}`));
});

async function openProvider(t: TestContext, certificate: TestCertificate) {
  const server = await startTlsServer(t, certificate);
  const payments = createStripePayments({
    ...{ key: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, origin: `https://localhost:${server.port}` },
    ...{ plans: [], now: createClock().now, retries: 0 },
    references: { read: () => null, markOf: () => '', isMarked: () => false },
  });
  return { server, look: () => payments.look(['cus_1' as PayerId]) };
}
