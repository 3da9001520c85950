/** The JSON shapes of payment, in the names of the payment provider's API. Amounts in cents, times in epoch seconds. */

export interface PaymentCustomerWire {
  readonly created: number;
  readonly email: string | null;
  readonly balance: number;
  readonly invoice_settings: {
    readonly default_payment_method: { readonly card: { readonly brand: string; readonly last4: string } } | null;
  };
}

export interface SubscriptionWire {
  readonly id: string;
  readonly status: string;
  readonly items: {
    readonly data: readonly [
      {
        readonly price: { readonly unit_amount: number; readonly recurring: { readonly interval: string } };
        readonly quantity: number;
      },
    ];
  };
  readonly current_period_end: number;
}
