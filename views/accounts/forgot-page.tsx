import { useEffects } from '#src/islands/client/effects.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { formatLifetime } from '#src/ui/amounts.ts';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { ForgotProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { EmailField } from './email-field.tsx';
import { FormErrorLine } from './form-error.tsx';

export function forgotScreen(props: ForgotProps, { t, context }: ScreenContext): Screen {
  return {
    ...{ title: t('forgot.page.title'), isIndexed: false, islands: [] },
    ...{ layout: 'quiet', main: 'card', header: 'brand', footer: 'bare' },
    body: <Forgot {...props} hasSignin={context.globals.authentication.signin} />,
  };
}

function Forgot({ hasSignin, ...props }: ForgotProps & { hasSignin: boolean }) {
  const { t } = useTexts();
  const isForm = props.hasMail && !props.isSent;
  return (
    <>
      <header className="title">
        <h1>{t('forgot.page.title')}</h1>
        {isForm && <p>{t('forgot.page.text')}</p>}
      </header>
      {isForm ? <ForgotForm {...props} /> : <Outcome {...props} />}
      {hasSignin && (
        <p className="gap">
          <a className="back" href="/signin">
            <Icon name="arrow-left" variant="icon--dir icon--sm" />
            {t('forgot.page.back')}
          </a>
        </p>
      )}
    </>
  );
}

/** Sent says the same whoever it was for: the page must not tell who has an account. */
function Outcome({ hasMail, linkSeconds }: ForgotProps) {
  const { lang, t } = useTexts();
  if (!hasMail) return <Alert kind="warn">{t('forgot.page.noMail')}</Alert>;
  return (
    <Alert kind="ok" role="status" isFirst>
      {t('forgot.page.sent', { lifetime: formatLifetime(lang, linkSeconds) })}
    </Alert>
  );
}

/** Without an action the form goes to the address it stands on. */
function ForgotForm({ address, error }: ForgotProps) {
  const { t } = useTexts();
  const { shrimp } = useEffects();
  return (
    <form className="stack" method="post" data-once="">
      <FormTokens shrimp={shrimp.token.peek()} />
      <EmailField address={address} error={error} />
      <FormErrorLine error={error} />
      <button className="btn btn--primary btn--lg btn--block" type="submit">
        {t('forgot.form.submit')}
      </button>
    </form>
  );
}
