/** On the way to the pages of the payment provider. */
export interface PaymentStopProps {
  readonly kind: /** Another site leads here: it asks first. */
    | 'ask-portal'
    | 'ask-payment'
    /** Nobody has paid for this account. */
    | 'nothing-to-manage'
    /** The provider does not answer. */
    | 'away';
  /** Where the first link leads; a question has a second one, to the account. */
  readonly href: string;
}
