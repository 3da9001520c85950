import type { RefObject } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { formatNumber } from '#src/ui/amounts.ts';
import { withLineFeeds } from '#src/ui/line-ends.ts';
import { OwnWords } from '#src/ui/own-words.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { CopyControl } from '../copy-link/copy-control.tsx';
import type { Revealed } from './api.ts';

interface ShownProps {
  readonly revealed: Revealed;
  readonly isVerification: boolean;
  readonly hasSignin: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly after: string | null;
}

/** After the reveal: the message, and the copy button where the other button was. */
export function Shown({ revealed, isVerification, hasSignin, heading, after }: ShownProps) {
  const { t, lang } = useTexts();
  const shown = withLineFeeds(revealed.value);
  return (
    <div className="slip__body once">
      <div className="once__lead">
        <h1 tabIndex={-1} ref={heading}>
          {t('secret.revealed.title')}
        </h1>
        <p className="muted">{isVerification ? t('secret.verify.done') : t('secret.revealed.text')}</p>
      </div>
      <div className="field">
        <label className="vh" htmlFor="message">
          {t('secret.revealed.message')}
        </label>
        <textarea
          className="secret"
          id="message"
          readOnly
          rows={revealed.displayLines}
          dir="auto"
          // A browser that writes down what stands in fields, to restore them after a crash, leaves this one out.
          autoComplete="off"
          defaultValue={shown}
          spellCheck={false}
        />
        {/* Not for the browser's translator: it would send it to somebody else, and put other words on paper. */}
        <pre className="secret on-paper" dir="auto" translate="no">
          {shown}
        </pre>
      </div>
      {revealed.isTruncated && (
        <Alert kind="warn">{t('secret.revealed.truncated', { size: formatNumber(lang, revealed.originalSize) })}</Alert>
      )}
      {isVerification && hasSignin && (
        <a className="btn btn--primary btn--lg btn--block" href="/signin">
          {t('secret.verify.signIn')}
        </a>
      )}
      {!isVerification && <CopyControl text={revealed.value} look="block" />}
      {after !== null && !isVerification && <OwnWords>{after}</OwnWords>}
    </div>
  );
}
