import { headers } from './headers.ts';
import { policies } from './policies.ts';
import type { Row } from './row.ts';

/** In the order of the table. */
export const rows: readonly Row[] = [headers, policies];
