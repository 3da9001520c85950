import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { paidTermOf } from '#src/features/billing/billing.ts';
import type { StripeSubscription } from '../../support/stripe-books.ts';
import { DAY_MS, GRACE_MS, memberOf, openBilling, pay, planOf, SOLD } from './stage.ts';

const RUNS = Number(process.env.BILLING_RUNS ?? 60);
const MOST_ROUNDS = 20;
const HOUR_MS = 3_600_000;

/** What happens at the provider. */
const change = fc.record({
  kind: fc.constant('change' as const),
  /** Of the subscriptions there are; one more than there are begins another. */
  which: fc.nat(2),
  status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'canceled'),
  price: fc.constantFrom('price_month', 'price_year', 'price_solo', 'price_unknown'),
  days: fc.integer({ min: 1, max: 400 }),
});
/** What happens between the provider and us. A message is sent, an answer to a question of ours arrives, something breaks. */
const traffic = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('send' as const), message: fc.nat(30), isAgain: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), place: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('manner' as const), isFailing: fc.boolean() }) },
);
const history = fc.array(fc.oneof({ weight: 2, arbitrary: change }, { weight: 5, arbitrary: traffic }), {
  minLength: 4,
  maxLength: 40,
});

const stage = await openBilling({ after });
const { stripe, store } = stage;

test('whatever becomes of subscriptions, and in whatever order, how often and with whatever failures it is told, the plan is right in the end', async () => {
  const property = fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (steps, luck) => {
    stage.clock.advance(HOUR_MS); // of which sign-ups are counted
    const member = await memberOf(stage);
    const startMs = stage.clock.now();
    const first = await pay(stage, member, startMs + 30 * DAY_MS);
    const payer = first.session.customer!;
    const messages: Buffer[] = [stage.checkoutMessage(first.session)];
    const underWay = new Set<Promise<void>>();
    /** Never sent; not yet taken. */
    const [fresh, untold] = [new Set(messages), new Set(messages)];
    const tell = (kind: 'created' | 'updated' | 'deleted', subscription: StripeSubscription) => {
      const body = stage.subscriptionMessage(kind, subscription);
      messages.push(body);
      fresh.add(body);
      untold.add(body);
    };
    tell('created', first.subscription);

    async function send(body: Buffer): Promise<void> {
      const held = stripe.held;
      fresh.delete(body);
      const delivery = stage.deliver(body).then(({ status }) => {
        assert.ok(status === 200 || status === 503, String(status));
        if (status === 200) untold.delete(body);
        underWay.delete(delivery);
      });
      underWay.add(delivery);
      // Until it waits for the provider, or is done.
      await Promise.race([delivery, stripe.waiting(held + 1)]);
    }

    stripe.manner = 'slow';
    for (const step of steps) {
      if (step.kind === 'manner') stripe.manner = step.isFailing ? 'fail' : 'slow';
      else if (step.kind === 'answer') stripe.release(step.place);
      else if (step.kind === 'send')
        await send(chosen(step.isAgain ? messages : [...fresh], step.message) ?? messages[0]!);
      else happen(step, payer, startMs, tell);
    }
    // The provider tries again until it hears 200, in an order of its own; our answers come in any order too.
    stripe.manner = 'slow';
    for (let round = 0; untold.size > 0 || underWay.size > 0; round += 1) {
      assert.ok(round < MOST_ROUNDS, 'messages are never taken');
      for (const body of [...untold].sort(() => (luck.next().value % 3) - 1)) await send(body);
      while (underWay.size > 0) {
        stripe.release(luck.next().value % Math.max(1, stripe.held));
        await new Promise(setImmediate);
      }
    }
    stripe.manner = 'answer';
    await judge(member.owner, payer);
  });
  await fc.assert(property, { numRuns: RUNS });
});

const chosen = <Item>(items: readonly Item[], place: number) => items[place % items.length];

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function happen(
  { which, status, price, days }: Change,
  customer: string,
  startMs: number,
  tell: (kind: 'created' | 'updated' | 'deleted', subscription: StripeSubscription) => void,
): void {
  const existing = stripe.books.subscriptionsOf(customer)[which];
  const product = price === 'price_solo' ? 'prod_solo' : 'prod_other';
  const wanted = { customer, status, price, product, endsAtMs: startMs + days * DAY_MS };
  if (existing === undefined) {
    tell('created', stripe.books.addSubscription(wanted));
  } else {
    stripe.books.change(existing.id, wanted);
    tell(status === 'canceled' ? 'deleted' : 'updated', existing);
  }
}

/** What the books of the provider say in the end, by the rules themselves. */
async function judge(owner: Parameters<typeof planOf>[1], payer: string): Promise<void> {
  const planids: Readonly<Record<string, string>> = {
    price_month: 'identity',
    price_year: 'identity',
    price_solo: 'solo',
  };
  const terms = stripe.books
    .subscriptionsOf(payer)
    .filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))
    .flatMap(({ status, items: { data } }) => {
      const planid = planids[data[0]!.price.id];
      const { current_period_start: start, current_period_end: end } = data[0]!;
      const untilMs = (status === 'past_due' ? start : end) * 1000 + GRACE_MS;
      return planid === undefined || untilMs <= stage.clock.now() ? [] : [{ planid, untilMs }];
    });
  const best = ['identity', 'solo']
    .map((planid) => terms.filter((term) => term.planid === planid))
    .find((of) => of.length > 0);
  const longest = best?.toSorted((one, other) => other.untilMs - one.untilMs)[0] ?? null;
  assert.deepEqual(await planOf(stage, owner), longest);
  const seen = (await store.billing.find(owner))?.seen?.subscriptions ?? [];
  assert.deepEqual(
    seen.map(({ id, status }) => ({ id, status })),
    stripe.books.subscriptionsOf(payer).map(({ id, status }) => ({ id, status })),
  );
  const rules = SOLD.map(({ id }) => id);
  assert.deepEqual(paidTermOf(seen, rules, stage.clock.now()), longest);
}
