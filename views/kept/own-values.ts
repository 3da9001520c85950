import { formatNumber } from '#src/ui/amounts.ts';
import { escapeHtml } from '#src/ui/escape-html.ts';
import { initialOf } from '../layout/initial.ts';
import type { PageContext } from '../page-props.ts';
import type { Gaps } from './template.ts';

/** What on a page belongs to the one who gets it. In a page that is drawn for everybody, a mark stands for each. */
export interface OwnValues {
  readonly shrimp: string;
  readonly custid: string;
  readonly since: string;
  readonly created: number;
  readonly secretsCreated: number;
  readonly recordCount: number;
}

/** From the private use area of Unicode; the numbers are larger than any that they stand for. */
export const MARKS = {
  shrimp: '\ue000shrimp\ue001',
  custid: '\ue002custid\ue003',
  since: '\ue004since\ue005',
  created: 987_654_321_001,
  secretsCreated: 987_654_321_002,
  recordCount: 987_654_321_003,
} as const satisfies OwnValues;

export function ownValuesOf({ shrimp, globals }: PageContext): OwnValues {
  const { customer, metadata_record_count: recordCount } = globals;
  return {
    ...{ shrimp, recordCount, custid: customer?.custid ?? '', since: customer?.customer_since ?? '' },
    ...{ created: customer?.created ?? 0, secretsCreated: customer?.secrets_created ?? 0 },
  };
}

/** The same context with marks for what is somebody's own, at no particular time. */
export function blankContext(context: PageContext, path: string): PageContext {
  const { customer } = context.globals;
  const blankCustomer = customer && {
    ...{ ...customer, custid: MARKS.custid, customer_since: MARKS.since },
    ...{ created: MARKS.created, secrets_created: MARKS.secretsCreated },
  };
  const globals = { ...context.globals, customer: blankCustomer, metadata_record_count: MARKS.recordCount };
  return { ...context, globals, path, shrimp: MARKS.shrimp, nowMs: 0 };
}

/** Every form in which a mark can stand in a drawn page, and the gap it makes. */
export function marksOf(lang: string): readonly (readonly [mark: string, gap: string])[] {
  const { shrimp, custid, since, created, secretsCreated, recordCount } = MARKS;
  return [
    [shrimp, 'shrimp'],
    [custid, 'custid'],
    [since, 'since'],
    // The avatar shows the first letter of the name.
    ['\ue002', 'letter'],
    [String(created), 'created'],
    [String(secretsCreated), 'secretsCreated'],
    [String(recordCount), 'recordCount'],
    [escapeHtml(formatNumber(lang, recordCount)), 'recordCountInWords'],
  ];
}

/** What goes into the gaps; `fitAnywhere` has been asked before. */
export function gapsOf(own: OwnValues, lang: string): Gaps {
  const { shrimp, custid, since, created, secretsCreated, recordCount } = own;
  return {
    ...{ shrimp: () => shrimp, custid: () => custid, since: () => since, letter: () => initialOf(custid) },
    created: () => String(created),
    secretsCreated: () => String(secretsCreated),
    recordCount: () => String(recordCount),
    recordCountInWords: () => escapeHtml(formatNumber(lang, recordCount)),
  };
}

/** What would have to be written differently in HTML, in JSON inside an attribute, and in the data block. */
const UNSAFE_SOMEWHERE = /[<>"'&\\\p{Cc}]/u;

/** Whether these values can be put into a kept page; else it is drawn for this one visitor. */
export function fitAnywhere({ custid, since }: OwnValues): boolean {
  return !UNSAFE_SOMEWHERE.test(custid) && !UNSAFE_SOMEWHERE.test(since);
}
