import { paymentCustomer, subscription } from '#src/features/billing/billing-schemas.ts';
import { enveloped, nothing } from '#src/openapi/envelopes.ts';
import type { Described, Operation } from '#src/openapi/operation.ts';
import { changeSchema, deletionSchema, localeSchema } from './account-input.ts';
import * as shapes from './account-schemas.ts';

const GUESS_REFUSALS = ['wrong-password', 'too-many-tries', 'too-many-tries-for-long', 'busy'] as const;
const of = { tag: 'account', base: '/api/v2' } as const;

const operations: readonly Operation[] = [
  {
    ...{ ...of, id: 'checkAuth', method: 'get', path: '/authcheck', who: 'anyone' },
    answer: enveloped({ record: shapes.customer.nullable(), details: shapes.callerDetails }),
    command: ['hushlink whoami --server {{server}}'],
    isShownSignedIn: true,
    shows: 'details.authorized',
  },
  {
    ...{ ...of, id: 'showAccount', method: 'get', path: '/account', who: 'customer' },
    answer: enveloped({ record: shapes.accountRecord }),
  },
  {
    ...{ ...of, id: 'makeApiToken', method: 'post', path: '/account/apitoken', who: 'customer' },
    answer: enveloped({ record: shapes.accountRecord, hasMessage: true }),
    shows: 'record.apitoken',
  },
  {
    ...{ ...of, id: 'changePassword', method: 'post', path: '/account/change-password', who: 'customer' },
    input: ['PasswordRequest'],
    answer: { ...enveloped({ record: shapes.customer, hasMessage: true }), headers: ['Set-Cookie'] },
    refusals: [
      ...GUESS_REFUSALS,
      ...(['password-too-short', 'password-too-long', 'password-not-text', 'password-well-known'] as const),
      ...(['password-is-address', 'passwords-differ'] as const),
    ],
    example: { currentp: 'the old one', newp: 'a long new one', newp2: 'a long new one' },
  },
  {
    ...{ ...of, id: 'destroyAccount', method: 'post', path: '/account/destroy', who: 'customer' },
    input: ['DeletionRequest'],
    answer: { ...enveloped({ record: nothing, hasMessage: true }), headers: ['Set-Cookie'] },
    refusals: [...GUESS_REFUSALS, 'not-confirmed'],
    example: { confirmation: 'the password', tabindex: 'destroy' },
  },
  {
    ...{ ...of, id: 'updateLocale', method: 'post', path: '/account/update-locale', who: 'anyone' },
    input: ['LocaleRequest'],
    answer: {
      ...enveloped({ record: shapes.localeChange, beside: shapes.localeChange.shape }),
      headers: ['Set-Cookie'],
    },
    refusals: ['unknown-locale'],
    example: { locale: 'en' },
    shows: 'new_locale',
  },
];

/** Accounts in API v2. */
export const accountApi: Described = {
  operations,
  inputs: { PasswordRequest: changeSchema, DeletionRequest: deletionSchema, LocaleRequest: localeSchema },
  outputs: {
    Plan: shapes.plan,
    Customer: shapes.customer,
    AccountRecord: shapes.accountRecord,
    PaymentCustomer: paymentCustomer,
    Subscription: subscription,
    CallerDetails: shapes.callerDetails,
    LocaleChange: shapes.localeChange,
  },
};
