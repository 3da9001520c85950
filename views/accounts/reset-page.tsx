import { useEffects } from '#src/islands/client/effects.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { ResetProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { errorIdFor, FormErrorLine } from './form-error.tsx';
import { PASSWORD_FIELD, PasswordIsland } from './password-island.tsx';

/** What the browser asks for; the server asks for more, and says so. */
const MIN_LENGTH = 6;

export function resetScreen(props: ResetProps, { t }: ScreenContext): Screen {
  return {
    ...{ title: t('reset.page.title'), isIndexed: false, islands: [PASSWORD_FIELD] },
    ...{ layout: 'quiet', main: 'card', header: 'brand', footer: 'bare' },
    body: <Reset {...props} />,
  };
}

/** Without an action the form goes to the address it stands on, which holds the key. */
function Reset({ error }: ResetProps) {
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const field = { autoComplete: 'new-password', isRequired: true, minLength: MIN_LENGTH } as const;
  return (
    <>
      <header className="title">
        <h1>{t('reset.page.heading')}</h1>
      </header>
      <form className="stack" method="post" data-once="">
        <FormTokens shrimp={shrimp.token.peek()} />
        <PasswordIsland
          {...field}
          id="newp"
          name="newp"
          label={t('reset.form.new')}
          errorId={errorIdFor('newp', error)}
          showLabel={t('reset.form.showNew')}
          hint={t('accounts.field.passwordHint')}
        />
        <PasswordIsland
          {...field}
          id="newp2"
          name="newp2"
          label={t('reset.form.again')}
          showLabel={t('reset.form.showAgain')}
          errorId={errorIdFor('newp2', error)}
        />
        <FormErrorLine error={error} />
        <button className="btn btn--primary btn--lg btn--block" type="submit">
          {t('reset.form.submit')}
        </button>
      </form>
    </>
  );
}
