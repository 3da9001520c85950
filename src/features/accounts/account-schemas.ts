import { z } from 'zod';
import { paymentCustomer, subscription } from '#src/features/billing/billing-schemas.ts';
import { wire } from '#src/openapi/operation.ts';
import type { AccountRecordWire, CustomerWire, PlanWire } from './account-wire.ts';

const text = z.string();
const isTrue = z.boolean();
const whole = z.int();

const planOptions = z.object({
  name: text,
  custom_domains: isTrue,
  ttl: whole,
  size: whole,
  api: isTrue,
  email: isTrue,
});

export const plan = wire<PlanWire>()(z.object({ planid: text, options: planOptions }));

export const customer = wire<CustomerWire>()(
  z.object({
    custid: text,
    role: z.enum(['customer', 'colonel']),
    locale: text.nullable(),
    plan,
    verified: isTrue,
    secrets_created: whole,
    customer_since: text,
    created: whole,
  }),
);

export const accountRecord = wire<AccountRecordWire>()(
  z.object({
    apitoken: text.nullable(),
    has_apitoken: isTrue,
    cust: customer,
    stripe_customer: paymentCustomer.nullable(),
    stripe_subscriptions: z.array(subscription),
  }),
);

export const callerDetails = z.object({ authorized: isTrue, authenticated: isTrue });

export const localeChange = z.object({ new_locale: text, old_locale: text });
