import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLimits, PLAN_NAMES } from './limits-stage.ts';

const stages = {
  'with plans': await openLimits({ after }, { hasPlans: true }),
  'without plans': await openLimits({ after }, { hasPlans: false }),
};

interface Case {
  /** As a program sends it, or a form as text. */
  readonly ttl: unknown;
  /** Seconds; null is refused. */
  readonly kept: number | null;
}

/** Around both ends of what a plan allows. */
const boundaries = (most: number): readonly Case[] => [
  { ttl: 60, kept: 60 },
  { ttl: most, kept: most },
  { ttl: '60', kept: 60 },
  { ttl: String(most), kept: most },
  { ttl: '', kept: most },
  ...[most + 1, 59, 0, -1, -60, 60.5].map((ttl) => ({ ttl, kept: null })),
  ...[String(most + 1), '59', '0', '-1', '60.5', '1e3', 'soon', '60s', '0x60', 'NaN', 'Infinity'].map((ttl) => ({
    ttl,
    kept: null,
  })),
];

/** What only JSON can say. */
const inJson = (most: number): readonly Case[] => [
  { ttl: undefined, kept: most },
  { ttl: null, kept: most },
  ...[true, false, [60], { seconds: 60 }, 1e300].map((ttl) => ({ ttl, kept: null })),
];

for (const [when, stage] of Object.entries(stages)) {
  for (const plan of PLAN_NAMES) {
    test(`${when}, ${plan}: the form takes a lifetime from a minute to the plan's, and refuses any other [GEN-08 GEN-03]`, async () => {
      const sharer = await stage.sharer(plan);
      const { ttl: most } = sharer.limits;
      for (const { ttl, kept } of boundaries(most)) {
        const { status, text, metadataKey } = await sharer.byForm({ secret: 'x', ttl: String(ttl) });
        assert.equal(status, kept === null ? 422 : 303, `${ttl}`);
        if (kept === null) assert.match(text, new RegExp(`60\\D+${most.toLocaleString('en')}\\b`), `${ttl}`);
        else assert.equal((await stage.read(metadataKey)).ttlSeconds, kept, `${ttl}`);
      }
    });

    test(`${when}, ${plan}: API v2 takes the same lifetimes, flat and nested, for texts and passwords [GEN-08 GEN-03]`, async () => {
      const sharer = await stage.sharer(plan);
      const { ttl: most } = sharer.limits;
      for (const { ttl, kept } of [...boundaries(most), ...inJson(most)]) {
        const answers = [
          await sharer.byApi('/secret/conceal', { secret: 'x', ttl }),
          await sharer.byApi('/secret/conceal', { secret: { secret: 'x', ttl } }),
          await sharer.byApi('/secret/generate', { ttl }),
        ];
        for (const { status, body, metadataKey } of answers) {
          const refusal = kept === null ? ['FormError', 'ttl'] : [undefined, undefined];
          assert.equal(status, kept === null ? 422 : 200, JSON.stringify(ttl));
          assert.deepEqual([body.error_type, body.field], refusal, JSON.stringify(ttl));
          if (kept !== null) assert.equal((await stage.read(metadataKey)).ttlSeconds, kept, JSON.stringify(ttl));
        }
      }
    });
  }
}

test('the lifetimes on offer are those of the plan, and the longest of them is chosen where the default is longer [CRE-19 GEN-08]', async () => {
  const stage = stages['with plans'];
  for (const plan of PLAN_NAMES) {
    const sharer = await stage.sharer(plan);
    const { text } = await sharer.byForm({ secret: '' });
    const offered = [...text.matchAll(/<option value="(\d+)"/g)].map(([, seconds]) => Number(seconds));
    assert.deepEqual(
      offered,
      stage.config.secrets.ttlOptionsSeconds.filter((seconds) => seconds <= sharer.limits.ttl),
    );
    const chosen = /<option value="(\d+)" selected/.exec(text)?.[1];
    assert.equal(Number(chosen), offered.at(-1), plan);
  }
});
