import { Alert } from '#src/ui/alert.tsx';
import type { FormFailure } from '../client/form-post.ts';

interface NewsProps {
  /** What has just happened. */
  readonly notice: string | null;
  /** What went wrong. */
  readonly failure: FormFailure | null;
  /** Lets a field name it in aria-describedby. */
  readonly id?: string;
}

/** The banner above what a screen is about. */
export function News({ notice, failure, id }: NewsProps) {
  if (failure === null && notice === null) return null;
  return (
    <div className="gap" id={id}>
      {failure !== null && (
        <Alert kind="danger" role="alert">
          {failure.message}
        </Alert>
      )}
      {failure === null && (
        <Alert kind="ok" role="status">
          {notice}
        </Alert>
      )}
    </div>
  );
}
