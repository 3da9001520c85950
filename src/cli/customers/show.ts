import type { Customer } from '#src/features/accounts/customer.ts';
import { toSeconds } from '#src/values/seconds.ts';
import type { Answer } from '../answer.ts';
import { TEXTS } from '../texts.ts';

/** What `--json` prints of a customer; neither password nor token, in whatever form. */
function customerJson(customer: Customer): object {
  return {
    address: customer.custid,
    role: customer.role,
    verified: customer.isVerified,
    mail_proven: customer.isMailProven,
    plan: customer.planid,
    paid_plan: customer.paid?.planid ?? null,
    paid_until: customer.paid && toSeconds(customer.paid.untilMs),
    locale: customer.locale,
    has_api_token: customer.apiTokenHash !== null,
    created: toSeconds(customer.createdAtMs),
    secrets_created: customer.secretsCreated,
    secrets_shared: customer.secretsShared,
    emails_sent: customer.emailsSent,
  };
}

export function customerAnswer(customer: Customer, notes: readonly string[] = []): Answer {
  const json = customerJson(customer);
  const { paid, createdAtMs } = customer;
  const facts = { ...json, paid_until: paid && dayOf(paid.untilMs), created: dayOf(createdAtMs) };
  const lines = Object.entries(facts).filter(([name]) => paid !== null || !name.startsWith('paid_'));
  const text = lines.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${asWord(value)}\n`).join('');
  return { line: text, json, notes };
}

export function listAnswer(customers: readonly Customer[], count: number): Answer {
  const rows = customers.map((customer) => [
    customer.custid,
    customer.role,
    customer.isVerified ? 'verified' : 'unverified',
    dayOf(customer.createdAtMs),
    customer.planid,
    ...(customer.paid ? [`${customer.paid.planid} until ${dayOf(customer.paid.untilMs)}`] : []),
  ]);
  const line = rows.map((row) => `${row.join('\t')}\n`).join('');
  const notes = customers.length < count ? [TEXTS.customers.notAll(customers.length, count)] : [];
  return { line, json: { count, customers: customers.map(customerJson) }, notes };
}

/** '2026-01-31', in UTC. */
export function dayOf(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

function asWord(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value ?? 'none');
}
