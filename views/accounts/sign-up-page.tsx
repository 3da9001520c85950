import { frequencyQuery } from '#src/features/plans/frequency.ts';
import { useEffects } from '#src/islands/client/effects.tsx';
import { choiceState } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { PageContext, SignUpProps } from '../page-props.ts';
import type { ChosenPlanProps } from '../plans/plan-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { Agreement } from './agreement.tsx';
import { EmailField } from './email-field.tsx';
import { errorIdFor, FormErrorLine } from './form-error.tsx';
import { PASSWORD_FIELD, PasswordIsland } from './password-island.tsx';
import { RegionChoice } from './region-choice.tsx';
import { ServedFrom } from './served-from.tsx';

export function signUpScreen(props: SignUpProps, { context, t }: ScreenContext): Screen {
  return {
    ...{ title: t('signUp.page.title'), isIndexed: false, islands: [PASSWORD_FIELD] },
    ...{ layout: 'quiet', main: 'card', header: 'full', footer: 'plain' },
    body: <SignUp {...props} globals={context.globals} hasLegalPages={context.hasLegalPages} />,
  };
}

function SignUp({ globals, ...props }: SignUpProps & Pick<PageContext, 'globals' | 'hasLegalPages'>) {
  const { t } = useTexts();
  return (
    <>
      <header className="title">
        <h1>{t('signUp.page.heading')}</h1>
        {props.plan !== null && <ChosenPlan {...props.plan} />}
      </header>
      <SignUpForm {...props} />
      <OtherProviders />
      <hr className="rule" />
      <p className="center">
        <Slotted text={t('signUp.page.known', { link: SLOT })}>
          <a href={signInPath(props.plan)}>{t('signUp.page.signIn')}</a>
        </Slotted>
      </p>
      <ServedFrom globals={globals} />
      <RegionChoice globals={globals} />
    </>
  );
}

/** Signing in leads to the chosen plan, too. */
function signInPath(plan: ChosenPlanProps | null): string {
  return plan?.payPath ? `/signin?${new URLSearchParams({ redirect: plan.payPath })}` : '/signin';
}

function ChosenPlan({ name: plan, payPath, isReachedBySignIn }: ChosenPlanProps) {
  const { t } = useTexts();
  if (payPath === null) return <p>{t('signUp.plan.free', { plan })}</p>;
  return <p>{isReachedBySignIn ? t('signUp.plan.paid', { plan }) : t('signUp.plan.paidByPrices', { plan })}</p>;
}

function SignUpForm(props: SignUpProps & Pick<PageContext, 'hasLegalPages'>) {
  const { t } = useTexts();
  const { planCode, plan, address, hasAgreed, hasLegalPages, error } = props;
  const { shrimp } = useEffects();
  const query = plan === null ? '' : frequencyQuery(plan.frequency);
  const action = planCode === null ? '/signup' : `/signup/${encodeURIComponent(planCode)}${query}`;
  return (
    <form className="stack" action={action} method="post" data-once="">
      <FormTokens shrimp={shrimp.token.peek()} />
      <Honeypot />
      <EmailField address={address} error={error} />
      <PasswordIsland
        id="p"
        name="p"
        autoComplete="new-password"
        isRequired
        label={t('accounts.field.password')}
        showLabel={t('accounts.field.show')}
        hint={t('accounts.field.passwordHint')}
        errorId={errorIdFor('p', error)}
      />
      <label className="check">
        <input
          type="checkbox"
          name="agree"
          required
          defaultChecked={hasAgreed}
          {...choiceState(null, errorIdFor('agree', error))}
        />
        <Agreement hasLegalPages={hasLegalPages} />
      </label>
      <FormErrorLine error={error} />
      <button className="btn btn--primary btn--lg btn--block" type="submit">
        {t('signUp.form.submit')}
      </button>
    </form>
  );
}

/** Nobody who looks at the page or has it read out meets this field; what fills it in is a program. */
function Honeypot() {
  const { t } = useTexts();
  return (
    <div className="vh" aria-hidden="true">
      <label htmlFor="skill">{t('signUp.form.honeypot')}</label>
      <input id="skill" name="skill" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** In the markup already, but not shown before they work. */
function OtherProviders() {
  const { t } = useTexts();
  return (
    <section hidden>
      <p>{t('signUp.providers.soon')}</p>
      <button className="btn btn--block" type="button" disabled>
        {t('signUp.providers.google')}
      </button>
      <button className="btn btn--block" type="button" disabled>
        {t('signUp.providers.github')}
      </button>
    </section>
  );
}
