import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { countChars } from '#src/values/characters.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { callAs, customerOn } from '../accounts/people.ts';
import { openLimits, PLAN_NAMES, type PlanName } from './limits-stage.ts';

const stages = {
  'with plans': await openLimits({ after }, { hasPlans: true }),
  'without plans': await openLimits({ after }, { hasPlans: false }),
};

/** One character each, and one to four bytes, one or two UTF-16 units. */
const CHARACTERS = ['x', 'é', '€', '\u{1f511}', '\u0301'];

/** Ways of sending a content to API v2. */
const API_WAYS: readonly ((secret: string) => readonly [path: string, fields: object])[] = [
  (secret) => ['/secret/conceal', { kind: 'share', secret }],
  (secret) => ['/secret/conceal', { secret: { kind: 'share', secret } }],
];

for (const [when, stage] of Object.entries(stages)) {
  for (const plan of PLAN_NAMES) {
    test(`${when}, ${plan}: the largest content is shared whole, one character more is cut by the form and said to be [GEN-08 CRE-07]`, async () => {
      const sharer = await stage.sharer(plan);
      const { size } = sharer.limits;
      for (const character of CHARACTERS) {
        const whole = character.repeat(size);
        const exact = await sharer.byForm({ secret: whole });
        const { content, isTruncated, originalSize } = await stage.read(exact.metadataKey);
        assert.deepEqual([content, isTruncated, originalSize], [whole, false, size]);
        const longer = await sharer.byForm({ secret: `${whole}!` });
        const cut = await stage.read(longer.metadataKey);
        assert.deepEqual([cut.content, cut.isTruncated, cut.originalSize], [whole, true, size + 1]);
      }
    });

    test(`${when}, ${plan}: API v2 takes the largest content; one character more is 413, or cut where that is asked for [GEN-08 CRE-07]`, async () => {
      const sharer = await stage.sharer(plan);
      const { size } = sharer.limits;
      for (const character of CHARACTERS) {
        for (const way of API_WAYS) {
          const whole = character.repeat(size);
          assert.equal((await sharer.byApi(...way(whole))).status, 200);
          const [path, fields] = way(`${whole}!`);
          const refused = await sharer.byApi(path, fields);
          assert.deepEqual([refused.status, refused.body.error_type, refused.body.field], [413, 'TooLarge', 'secret']);
          assert.match(refused.body.message, new RegExp(`\\b${size}\\b`));
          const cut = await stage.read((await sharer.byApi(path, { ...fields, truncate: true })).metadataKey);
          assert.deepEqual([cut.content, cut.isTruncated, cut.originalSize], [whole, true, size + 1]);
        }
      }
    });
  }
}

test('whatever is written, form and API agree on how long it is: characters, not bytes or UTF-16 units [GEN-08 CRE-06]', async () => {
  const stage = stages['with plans'];
  const sharers = await Promise.all(PLAN_NAMES.map(stage.sharer));
  const contents = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((text) => !/[\r\n]/.test(text));
  await fc.assert(
    fc.asyncProperty(contents, fc.constantFrom(...sharers), async (secret, sharer) => {
      const { size } = sharer.limits;
      const isTooLong = countChars(secret) > size;
      const called = await sharer.byApi('/secret/conceal', { kind: 'share', secret });
      assert.equal(called.status, isTooLong ? 413 : 200);
      const { content, isTruncated } = await stage.read((await sharer.byForm({ secret })).metadataKey);
      assert.deepEqual([content, isTruncated], [[...secret].slice(0, size).join(''), isTooLong]);
    }),
    { numRuns: 40 },
  );
});

test('the counter of the form counts to what the plan allows [CRE-06 GEN-08]', async () => {
  const stage = stages['with plans'];
  for (const plan of PLAN_NAMES) {
    const sharer = await stage.sharer(plan);
    const { text } = await sharer.byForm({ secret: '' });
    assert.match(text, new RegExp(`&quot;maxContentChars&quot;:${sharer.limits.size}\\b`), plan);
  }
});

test('a password is made in any plan, but never cut: one that is longer than the plan allows is refused', async () => {
  const stage = stages['with plans'];
  for (const plan of PLAN_NAMES) {
    const sharer = await stage.sharer(plan);
    const { size } = sharer.limits;
    const exact = await sharer.byApi('/secret/generate', { length: size });
    assert.equal(exact.body.record.secret_value.length, size);
    for (const more of [{}, { truncate: true }]) {
      assert.equal((await sharer.byApi('/secret/generate', { length: size + 1, ...more })).status, 413, plan);
    }
    assert.equal((await sharer.byForm({ kind: 'generate', length: String(size + 1) })).status, 413, plan);
    assert.equal((await sharer.byForm({ kind: 'generate' })).status, 303, plan);
  }
});

test('the plans of the configuration hold: 10000 characters for visitors, 50000 for every customer [GEN-08 CRE-06]', async () => {
  const site = createTestApp({ after }, { hasLightPassphrases: true, env: PLANS_ON });
  const visitor = apiOf(site);
  await visitor.conceal({ secret: 'x'.repeat(10_000) }).expect(200);
  await visitor.conceal({ secret: 'x'.repeat(10_001) }).expect(413);
  const sizes: Record<Exclude<PlanName, 'anonymous'>, number> = { basic: 50_000, identity: 50_000, dedicated: 50_000 };
  for (const [plan, size] of Object.entries(sizes)) {
    const customer = await customerOn(site, plan);
    const ask = async (chars: number) =>
      callAs(site, customer, '/secret/conceal', { secret: '\u{1f511}'.repeat(chars) });
    assert.deepEqual([(await ask(size)).status, (await ask(size + 1)).status], [200, 413], plan);
  }
});
