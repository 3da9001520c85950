import type { FormError } from '../page-props.ts';

/** The support form. */
export interface IncomingProps {
  /** What was typed before an error. */
  readonly secret: string;
  readonly ticketNumber: string;
  readonly hasCaptcha: boolean;
  readonly isSent: boolean;
  readonly error: FormError | null;
}
