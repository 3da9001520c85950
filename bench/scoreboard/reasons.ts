import type { Verdict } from './row.ts';

/** The verdicts besides green that are known and accepted, and why. Any other verdict of a row fails the run. */
const REASONS: Readonly<Record<string, Readonly<Partial<Record<Verdict, string>>>>> = {
  'timing-keys': {
    red: 'a used key has a row and an unknown one has none: on Redis its reply takes some microseconds longer to read, on SQLite another row is read in its place, which is not always the same work; it shows in ten thousand fast answers side by side; whoever has the key is told the same outright by `/api/v2/secret/KEY/status`',
  },
  audit: { 'not asked': 'no registry that answers audits could be reached from where this was run' },
};

export function reasonFor(name: string, verdict: Verdict): string | null {
  return REASONS[name]?.[verdict] ?? null;
}
