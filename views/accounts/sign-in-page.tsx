import { useEffects } from '#src/islands/client/effects.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext, SignInProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { EmailField } from './email-field.tsx';
import { errorIdFor, FormErrorLine } from './form-error.tsx';
import { PASSWORD_FIELD, PasswordIsland } from './password-island.tsx';
import { ServedFrom } from './served-from.tsx';

export function signInScreen(props: SignInProps, { context, t }: ScreenContext): Screen {
  return {
    ...{ title: t('signIn.page.title'), isIndexed: false, islands: [PASSWORD_FIELD] },
    ...{ layout: 'quiet', main: 'card', header: 'full', footer: 'plain' },
    body: <SignIn {...props} globals={context.globals} />,
  };
}

function SignIn({ globals, ...props }: SignInProps & Pick<PageContext, 'globals'>) {
  const { t } = useTexts();
  return (
    <>
      <header className="title">
        <h1>{t('signIn.page.heading')}</h1>
      </header>
      <SignInForm {...props} />
      <hr className="rule" />
      {globals.authentication.signup && (
        <p className="center">
          <Slotted text={t('signIn.page.new', { link: SLOT })}>
            <a href="/signup">{t('signIn.page.create')}</a>
          </Slotted>
        </p>
      )}
      <ServedFrom globals={globals} />
    </>
  );
}

function SignInForm({ redirect, address, isRemembered, notice, error }: SignInProps) {
  const { t } = useTexts();
  const { shrimp } = useEffects();
  return (
    <form className="stack" action="/signin" method="post" data-once="">
      <FormTokens shrimp={shrimp.token.peek()} />
      {redirect !== null && <input type="hidden" name="redirect" value={redirect} />}
      {notice !== null && (
        <Alert kind="ok" role="status" isFirst>
          {notice}
        </Alert>
      )}
      <EmailField address={address} error={error} />
      <PasswordIsland
        id="p"
        name="p"
        autoComplete="current-password"
        isRequired
        label={t('accounts.field.password')}
        showLabel={t('accounts.field.show')}
        errorId={errorIdFor('p', error)}
      />
      <div className="row row--between">
        <label className="check">
          <input type="checkbox" name="remember-me" defaultChecked={isRemembered} />
          {t('signIn.form.remember')}
        </label>
        <a className="back" href="/forgot">
          {t('signIn.form.forgot')}
        </a>
      </div>
      <FormErrorLine error={error} />
      <button className="btn btn--primary btn--lg btn--block" type="submit">
        {t('signIn.form.submit')}
      </button>
    </form>
  );
}
