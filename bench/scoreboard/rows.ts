import { audit } from './audit.ts';
import { canaries } from './canaries.ts';
import { guessing } from './guessing.ts';
import { headers } from './headers.ts';
import { hosts } from './hosts.ts';
import { observatory } from './observatory.ts';
import { outbound } from './outbound.ts';
import { policies } from './policies.ts';
import { keys, passwords } from './randomness.ts';
import type { Row } from './row.ts';
import { scanners } from './scanners.ts';
import { accounts, spentKeys } from './timing.ts';

/** In the order of the table. */
export const rows: readonly Row[] = [
  ...[headers, policies, observatory, guessing, scanners, outbound, hosts],
  ...[spentKeys, accounts, keys, passwords, canaries, audit],
];
