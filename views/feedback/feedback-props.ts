import type { FormError } from '../page-props.ts';

export interface FeedbackProps {
  readonly message: string;
  readonly address: string;
  readonly isSent: boolean;
  readonly isRed: boolean;
  readonly error: FormError | null;
}
