import type { Language } from './text-mutants.ts';

export type Part = 'crypto' | 'secret life cycle';

/** Sources that are judged by the same tests. The fewer tests concern them, the sooner a mutant is judged. */
export interface Group {
  readonly name: string;
  readonly part: Part;
  /** Paths and patterns from the root. */
  readonly sources: readonly string[];
  /** The quick ones first: the first that fails ends the judgement. */
  readonly tests: readonly string[];
  /** Sources that hold texts of another language, which are changed piece by piece too; and what judges those. */
  readonly texts: readonly TextSource[];
}

export interface TextSource {
  readonly source: string;
  readonly language: Language;
  readonly tests: readonly string[];
}

const secrets = 'src/features/secrets';

export const groups: readonly Group[] = [
  {
    name: 'crypto',
    part: 'crypto',
    sources: ['src/crypto/*.ts'],
    tests: ['tests/crypto/*.test.ts', 'tests/backup/container.test.ts'],
    texts: [],
  },
  {
    name: 'secrets',
    part: 'secret life cycle',
    sources: [
      'secret',
      'secret-service',
      'conceal',
      'recipient',
      'sender',
      'owner',
      'attempt',
      'seconds',
      'share-domain',
    ].map((name) => `${secrets}/${name}.ts`),
    tests: ['tests/features/secrets/{secret,seconds,share-domain,service-*}.test.ts'],
    texts: [],
  },
  {
    name: 'sqlite',
    part: 'secret life cycle',
    sources: ['secret-store', 'secret-rows', 'group-commit', 'transactions', 'result-codes', 'sweep'].map(
      (name) => `src/store/sqlite/${name}.ts`,
    ),
    tests: storeTests(
      ...['group-commit', 'sqlite', 'sweep', 'cleared-away', 'owned-secrets', 'disk-threads', 'read-ahead', 'rates'],
      ...['redelivery', 'colonel-store', 'outbox-sqlite'],
    ),
    texts: [
      {
        source: 'src/store/sqlite/secret-rows.ts',
        language: 'sql',
        tests: storeTests('sqlite', 'sweep', 'owned-secrets'),
      },
      { source: 'src/store/sqlite/sweep.ts', language: 'sql', tests: storeTests('sweep', 'sqlite', 'redelivery') },
    ],
  },
  {
    name: 'redis',
    part: 'secret life cycle',
    sources: ['secret-store', 'put-secret', 'scripts', 'replicated-scripts'].map(
      (name) => `src/store/redis/${name}.ts`,
    ),
    tests: storeTests(
      'redis',
      'owned-secrets',
      'redelivery',
      'colonel-store',
      'held-claims',
      'wait-replicas',
      'redis-cluster',
    ),
    texts: [
      { source: 'src/store/redis/put-secret.ts', language: 'lua', tests: storeTests('redis', 'owned-secrets') },
      {
        source: 'src/store/redis/scripts.ts',
        language: 'lua',
        tests: storeTests('redis', 'redelivery', 'full-redis', 'domain-redis', 'held-claims', 'redis-cluster'),
      },
      {
        source: 'src/store/redis/replicated-scripts.ts',
        language: 'lua',
        tests: storeTests('held-claims', 'wait-replicas'),
      },
    ],
  },
];

function storeTests(...names: readonly string[]): string[] {
  return names.map((name) => `tests/store/${name}.test.ts`);
}
