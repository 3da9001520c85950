import { z } from 'zod';
import { wire } from '#src/openapi/operation.ts';
import type { PaymentCustomerWire, SubscriptionWire } from './billing-wire.ts';

const card = z.object({ brand: z.string(), last4: z.string() });
const method = z.object({ card });

export const paymentCustomer = wire<PaymentCustomerWire>()(
  z.object({
    created: z.int(),
    email: z.string().nullable(),
    balance: z.int(),
    invoice_settings: z.object({ default_payment_method: method.nullable() }),
  }),
);

const price = z.object({ unit_amount: z.int(), recurring: z.object({ interval: z.string() }) });

export const subscription = wire<SubscriptionWire>()(
  z.object({
    id: z.string(),
    status: z.string(),
    items: z.object({ data: z.tuple([z.object({ price, quantity: z.int() })]) }),
    current_period_end: z.int(),
  }),
);
