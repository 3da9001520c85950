import type { CustId, Customer, Role } from '#src/features/accounts/customer.ts';
import type { PaidTerm } from '#src/features/billing/billing.ts';

/** Fields of a customer. The ones that a renewed sign-up changes come first. */
const RENEWED_FIELDS = ['locale', 'isVerified', 'passwordHash', 'epoch'] as const;
const OTHER_FIELDS = [
  'role',
  'planid',
  'paid',
  'isMailProven',
  'apiTokenHash',
  'createdAtMs',
  'secretsCreated',
  'secretsShared',
  'emailsSent',
] as const;
export const CUSTOMER_FIELDS = [...RENEWED_FIELDS, ...OTHER_FIELDS] as const;
export const RENEWED_COUNT = RENEWED_FIELDS.length;

type Field = (typeof CUSTOMER_FIELDS)[number];

/**
 * Name, value, name, value: what a new customer's row holds. The series of reset keys begins with the
 * epoch, which never repeats: keys of an account that was deleted do not open one of the same name.
 */
export function customerFields(customer: Customer): string[] {
  const pairs = CUSTOMER_FIELDS.map((field) => [field, asText(customer[field])]);
  return [...pairs, ['resetSeries', String(customer.epoch)]].flat() as string[];
}

/** The row as `HMGET` answers it, or null where there is none. */
export function toCustomer(custid: CustId, reply: readonly (Buffer | null)[]): Customer | null {
  const text = (field: Field) => String(reply[CUSTOMER_FIELDS.indexOf(field)] ?? '');
  const isYes = (field: Field) => text(field) === '1';
  if (text('passwordHash') === '') return null;
  return {
    custid,
    role: text('role') as Role,
    planid: text('planid'),
    paid: text('paid') === '' ? null : (JSON.parse(text('paid')) as PaidTerm),
    locale: text('locale') || null,
    isVerified: isYes('isVerified'),
    isMailProven: isYes('isMailProven'),
    passwordHash: text('passwordHash'),
    apiTokenHash: text('apiTokenHash') || null,
    epoch: Number(text('epoch')),
    createdAtMs: Number(text('createdAtMs')),
    secretsCreated: Number(text('secretsCreated')),
    secretsShared: Number(text('secretsShared')),
    emailsSent: Number(text('emailsSent')),
  };
}

function asText(value: Customer[Field]): string {
  if (value !== null && typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value ?? '');
}
