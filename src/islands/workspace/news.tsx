import { Alert } from '#src/ui/alert.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import type { FormFailure } from '../client/form-post.ts';

interface NewsProps {
  /** What has just happened. */
  readonly notice: string | null;
  /** What went wrong. */
  readonly failure: FormFailure | null;
  /** Lets a field name it in aria-describedby. */
  readonly id?: string;
  /** The notice is there from the start, and whoever has led here has it read out: twice would be once too often. */
  readonly isSaidElsewhere?: boolean;
}

/** The banner above what a screen is about; always there, so that what comes into it is read out. */
export function News({ notice, failure, id, isSaidElsewhere = false }: NewsProps) {
  const hasNews = failure !== null || notice !== null;
  return (
    <div className={hasNews ? 'gap' : undefined} id={id}>
      {failure !== null && (
        <Alert kind="danger" role="alert" isFirst={failure.field === null}>
          <ReadyWords>{failure.message}</ReadyWords>
        </Alert>
      )}
      <div role={isSaidElsewhere ? undefined : 'status'}>
        {failure === null && notice !== null && <Alert kind="ok">{notice}</Alert>}
      </div>
    </div>
  );
}
