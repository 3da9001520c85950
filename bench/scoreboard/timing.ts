import { type AccountTiming, timeAccounts } from '../enumeration/account-timing.ts';
import { type Comparison, isTelling, MOST_T } from '../report/welch.ts';
import { counted, examples, type Row, verdictOf } from './row.ts';
import { timeKeys } from './spent-keys.ts';

const SAMPLES = 20_000;
const BAR = `abs(t) < ${MOST_T}, of all samples and without the slowest tenth`;

export const spentKeys: Row = {
  name: 'timing-keys',
  what: 'the time of the answer for a key that was used and for one that nobody has: looking and opening over both APIs, and the page, in random order, on each store',
  bar: BAR,
  async measure(t) {
    const timings = await timeKeys(t, SAMPLES);
    return {
      tried: `${counted(SAMPLES, 'requests')} for each of ${timings.length}`,
      seen: `${describe(timings)}; telling: ${namesOf(timings)}`,
      verdict: verdictOf(!timings.some(isTelling)),
    };
  },
};

export const accounts: Row = {
  name: 'timing-accounts',
  what: 'the time of the answer, and of the next one, for an address with an account and for one without: signing in, signing up, forgetting the password; in random order, on each store',
  bar: BAR,
  async measure(t) {
    const timings = await timeAccounts(t, { calls: 1000, hardCalls: 100, only: '', onTiming: () => {} });
    const named = timings.map((one) => ({ ...one, name: describeAccount(one) }));
    return {
      tried: `2,000 requests for each of ${timings.filter(({ argon2 }) => argon2 === 'light').length}, 200 with argon2id as it is by default`,
      seen: `${describe(named)}; telling: ${namesOf(named)}`,
      verdict: verdictOf(!timings.some(isTelling)),
    };
  },
};

function describeAccount({ name, engine, argon2 }: AccountTiming): string {
  return `${name}, ${engine}, ${argon2} argon2`;
}

/** The largest statistics, whatever they belong to. */
function describe(timings: readonly Comparison[]): string {
  const largest = (pick: (one: Comparison) => number) =>
    Math.max(...timings.map((one) => Math.abs(pick(one)))).toFixed(2);
  return `largest abs(t) ${largest(({ t }) => t)} of all, ${largest(({ croppedT }) => croppedT)} without the slowest tenth`;
}

function namesOf(timings: readonly (Comparison & { readonly name: string })[]): string {
  const telling = timings.filter(isTelling);
  const details = telling.map(({ name, t, croppedT }) => `${name} (t ${t.toFixed(1)}, ${croppedT.toFixed(1)})`);
  return `${telling.length}${examples(details)}`;
}
