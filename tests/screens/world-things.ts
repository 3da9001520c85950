import assert from 'node:assert/strict';
import type { BrandStage } from '../browser/brand-stage.ts';
import type { Member } from '../browser/people-stage.ts';
import type { Shared } from '../support/site.ts';
import type { TestSmtpServer } from '../support/smtp-server.ts';
import type { TestStripeServer } from '../support/stripe-server.ts';

/** What a domain's owner says on its pages. */
export const BRAND = {
  ...{ name: 'Harbour Bank', accent: '#ffff00', home: true },
  ...{ before_reveal: 'Call us first.\nThen open it.', after_reveal: 'Goodbye.' },
};

export const APEX = 'example.org';
/** Has just been added. */
export const FRESH = 'fresh.example.net';
/** Can be checked now. */
export const CHECKED = 'wrong.example.net';
/** Its owner's plan has no domains any more. */
export const KEPT = 'kept.example.net';
export const LONG_DOMAIN = `${'a-long-label-of-a-name'.repeat(2)}.${'and-another-one'.repeat(2)}.example.net`;

const DAY_MS = 86_400_000;
/** Nothing is looked at by then; a look that is more than thirty days away is believed to be due. */
const QUIET_MS = 20 * DAY_MS;

/** A domain with a face and one without, and others in every state that the monitor knows. */
export async function furnishDomains(stage: BrandStage, owner: Member, logo: Uint8Array): Promise<void> {
  const right = { cname: 'edge.hush.example.org', addresses: ['192.0.2.44'] };
  const tls = { isValid: true, validUntilMs: Date.now() + 60 * DAY_MS };
  const seen = {
    'secrets.example.net': { status: 'ACTIVE_SSL', ...right, tls },
    [CHECKED]: { status: 'DNS_INCORRECT', cname: null, addresses: ['198.51.100.7'], tls: null },
    'old.example.net': { status: 'SSL_INVALID', ...right, tls: { isValid: false, validUntilMs: Date.now() - DAY_MS } },
    'away.example.net': { status: 'UNREACHABLE', ...right, tls: null },
    [LONG_DOMAIN]: { status: 'UNPROVEN', cname: null, addresses: [], tls: null },
  };
  await stage.furnish(owner, 'secrets.example.net', BRAND, logo);
  for (const name of ['quiet.example.net', APEX, ...Object.keys(seen).slice(1)]) await stage.furnish(owner, name);
  stage.alter(`UPDATE domain SET next_look_at_ms = ${Date.now() + QUIET_MS}`);
  for (const [name, observation] of Object.entries(seen)) {
    const json = JSON.stringify({ ...observation, monitoredAtMs: Date.now() - DAY_MS });
    stage.alter(`UPDATE domain SET observation = '${json}' WHERE name = '${name}'`);
  }
  stage.alter(`UPDATE domain SET verified_at_ms = NULL WHERE name IN ('${CHECKED}', '${APEX}', '${LONG_DOMAIN}')`);
  stage.letHalfAMinutePass();
  await stage.furnish(owner, FRESH);
  stage.alter(
    `UPDATE domain SET verified_at_ms = NULL, next_look_at_ms = ${Date.now() + QUIET_MS} WHERE name = '${FRESH}'`,
  );
}

/** Secrets that wait, that were received, burned and have expired, and some that were mailed. */
export async function furnishRecents(
  stage: BrandStage,
  owner: Member,
  mailbox: TestSmtpServer,
): Promise<Record<'waiting' | 'sent' | 'failed', Shared>> {
  const mail = async (manner: TestSmtpServer['manner'], state: string) => {
    mailbox.manner = manner;
    const shared = await owner.share('x', { recipient: ['moss@example.com', `${'long'.repeat(12)}@example.com`] });
    await settled(stage, shared, owner, state);
    return shared;
  };
  const [sent, failed] = [await mail('take', 'badge--ok'), await mail('refuse', 'badge--warn')];
  const waiting = await mail('later', 'badge');
  stage.alter(`UPDATE outbox SET due_at_ms = due_at_ms + ${DAY_MS / 2} WHERE state = 'waiting'`);
  mailbox.manner = 'take';
  const read = await owner.share('read');
  await stage.post(`/secret/${read.secretKey}`, { continue: true });
  const burned = await owner.share('burned');
  await stage.post(`/private/${burned.metadataKey}/burn`, { continue: true });
  await owner.share('waits');
  return { sent, failed, waiting };
}

/** Looks at the private page until both mails are in that state. */
async function settled(stage: BrandStage, { metadataKey }: Shared, owner: Member, badge: string): Promise<void> {
  const headers = { cookie: `sess=${await owner.signIn()}` };
  for (;;) {
    const page = await (await fetch(`${stage.server.url}/private/${metadataKey}`, { headers })).text();
    const badges = page.match(/<bdi>[^<]*<\/bdi> <span class="[^"]*/g) ?? [];
    if (badges.filter((one) => one.endsWith(badge)).length === 2) return;
  }
}

/** Every state that a subscription can be in. */
const STATES = ['active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'];

/** Somebody who pays, and has done so in every way. */
export async function furnishPayer({ server }: BrandStage, payer: Member, stripe: TestStripeServer): Promise<void> {
  const headers = { cookie: `sess=${await payer.signIn()}`, 'sec-fetch-site': 'same-origin' };
  const left = await fetch(`${server.url}/plans/identity/month/payment`, { headers, redirect: 'manual' });
  assert.equal(left.status, 303, await left.text());
  const [session] = stripe.books.sessions.values();
  assert.ok(session);
  const { customer } = stripe.books.pay(session, Date.now() + 30 * DAY_MS);
  for (const [at, status] of STATES.entries()) {
    const [interval, cents] = at % 2 === 0 ? (['month', 3500] as const) : (['year', 136_500] as const);
    stripe.books.addSubscription({
      customer,
      status,
      interval,
      cents,
      quantity: at + 1,
      endsAtMs: Date.now() + DAY_MS,
    });
  }
  const body = stripe.message('checkout.session.completed', session);
  const signed = { 'Content-Type': 'application/json', 'Stripe-Signature': stripe.sign(body, Date.now()) };
  const told = await fetch(`${server.url}/billing/webhook`, { method: 'POST', headers: signed, body: body.toString() });
  assert.equal(told.status, 200, await told.text());
}

/** For the colonel to read. */
export async function furnishFeedback({ server }: BrandStage): Promise<void> {
  for (const msg of ['<b>bold</b> & plain\nand a second line', `${'unbroken'.repeat(30)}`, 'كل شيء يعمل']) {
    const shown = await fetch(`${server.url}/feedback`);
    const cookie = shown.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const shrimp = /name="shrimp" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
    const body = new URLSearchParams({ msg, shrimp });
    const sent = await fetch(`${server.url}/feedback`, {
      method: 'POST',
      headers: { cookie },
      body,
      redirect: 'manual',
    });
    assert.equal(sent.status, 303);
  }
}
