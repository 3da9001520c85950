import type { ProductionPackage } from './production-packages.ts';

/** What may be in a release that is under the MIT licence itself: nothing here asks for more than to be named. */
export const ALLOWED_LICENCES: readonly string[] = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0'],
  ...['ISC', 'MIT', 'MIT-0', 'Python-2.0', 'Unlicense'],
];

/** Said by the package in a way that the lock file does not take over. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = { lusca: 'Apache-2.0' };

/** SPDX; 'NOASSERTION' where the package names none. */
export function licenceName({ name, licence }: Pick<ProductionPackage, 'name' | 'licence'>): string {
  return licence ?? SAID_OTHERWISE[name] ?? 'NOASSERTION';
}
