import { Alert } from '#src/ui/alert.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import type { FormFailure } from '../client/form-post.ts';

interface NewsProps {
  /** What has just happened. */
  readonly notice: string | null;
  readonly failure: FormFailure | null;
  /** Lets a field name it in aria-describedby. */
  readonly id?: string;
  /** What has led here reads the notice out: twice would be once too often. */
  readonly isSaid?: boolean;
}

/** The banner above what a screen is about. A page that comes with it gives it the focus: else nobody hears it. */
export function News({ notice, failure, id, isSaid = false }: NewsProps) {
  const hasNews = failure !== null || notice !== null;
  return (
    <div className={hasNews ? 'gap' : undefined} id={id}>
      {failure !== null && (
        <Alert kind="danger" role="alert" isFirst={failure.field === null}>
          <ReadyWords>{failure.message}</ReadyWords>
        </Alert>
      )}
      {failure === null && notice !== null && (
        <Alert kind="ok" {...(!isSaid && { role: 'status', isFirst: true })}>
          {notice}
        </Alert>
      )}
    </div>
  );
}
