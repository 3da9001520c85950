import type { MouseEvent } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import type { AccountFailure, ScreenProps } from '../screens.ts';
import { ApiKey } from './api-key.tsx';
import { Destroy } from './destroy.tsx';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';

export function AccountScreen({ account, error, notice }: ScreenProps['account']) {
  const { t } = useTexts();
  const { plan, secrets_created: count, customer_since: date } = account.cust;
  const errorOf = (form: AccountFailure['form']) => (error?.form === form ? error : null);
  return (
    <>
      <header className="title title--row">
        <h1 tabIndex={-1}>{t('workspace.title.account')}</h1>
        <p className="faint">{t('account.page.created', { count, date })}</p>
      </header>
      {notice !== null && (
        <div className="gap">
          <Alert kind="ok" role="status">
            {notice}
          </Alert>
        </div>
      )}
      <Section id="account-type" title={t('account.type.title')}>
        <p>
          <b>{plan.options.name}</b>
        </p>
      </Section>
      <ApiKey made={account.apitoken} hasToken={account.has_apitoken} error={errorOf('apitoken')} />
      <PasswordForm error={errorOf('password')} />
      <SignOut />
      <Destroy error={errorOf('destroy')} />
    </>
  );
}

function SignOut() {
  const { t } = useTexts();
  const { auth } = useEffects();

  function leave(event: MouseEvent): void {
    event.preventDefault();
    auth.logout();
  }

  return (
    <Section id="sign-out" title={t('account.signOut.title')} text={t('account.signOut.text')}>
      <p>
        <a className="btn" href="/logout" onClick={leave}>
          {t('account.signOut.link')}
        </a>
      </p>
    </Section>
  );
}
