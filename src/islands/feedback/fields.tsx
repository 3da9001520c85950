import { fieldState } from '#src/ui/field.tsx';
import { gapAfter } from '#src/ui/sentences.ts';
import { useTexts } from '#src/ui/texts.tsx';

interface MessageFieldProps {
  readonly id: string;
  readonly rows: number;
  readonly custid: string | null;
  readonly message: string;
  readonly isRequired?: boolean;
  readonly isBusy: boolean;
  readonly errorId: string | null;
}

/** Where the message is typed, and what else will be seen of it. */
export function MessageField({ id, rows, custid, message, isRequired, isBusy, errorId }: MessageFieldProps) {
  const { t } = useTexts();
  const hintId = `${id}-hint`;
  const seen = custid === null ? t('feedback.form.seen') : t('feedback.form.seenBy', { custid });
  return (
    <div className="field">
      <label className="label" htmlFor={`${id}-msg`}>
        {t('feedback.form.message')}
      </label>
      <textarea
        className="textarea"
        id={`${id}-msg`}
        name="msg"
        dir="auto"
        rows={rows}
        defaultValue={message}
        required={isRequired}
        // Has the focus when a dialog that was closed opens again.
        data-first-focus=""
        // What is typed while it is sent would be gone with what was sent.
        readOnly={isBusy}
        {...fieldState(hintId, errorId)}
      />
      <p className="hint" id={hintId}>
        {`${seen}${gapAfter(seen)}`}
        <span className="needs-script">{t('feedback.form.shortcut')}</span>
      </p>
    </div>
  );
}

interface EmailFieldProps {
  readonly id: string;
  readonly address: string;
  readonly isBusy: boolean;
  readonly errorId: string | null;
}

/** A visitor's address, for those who would like an answer. */
export function EmailField({ id, address, isBusy, errorId }: EmailFieldProps) {
  const { t } = useTexts();
  return (
    <div className="field">
      <label className="label" htmlFor={`${id}-email`}>
        {`${t('feedback.form.email')} `}
        <span className="faint">{t('feedback.form.emailHint')}</span>
      </label>
      <input
        className="input"
        id={`${id}-email`}
        name="email"
        type="email"
        dir="ltr"
        autoComplete="email"
        defaultValue={address}
        readOnly={isBusy}
        {...fieldState(null, errorId)}
      />
    </div>
  );
}

/** Nobody sees it or comes to it by keyboard; programs that fill in whatever there is do. */
export function Trap() {
  return <input type="text" name="skill" tabIndex={-1} autoComplete="off" aria-hidden="true" hidden />;
}
