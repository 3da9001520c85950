import { useSignals } from '@preact/signals-react/runtime';
import type { MouseEvent } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useLasting } from '../../client/effects.tsx';
import { PlanHint } from '../plan-hint.tsx';
import type { ScreenProps } from '../screens.ts';
import { useSite } from '../site.ts';
import { ApiKey } from './api-key.tsx';
import { Billing } from './billing.tsx';
import { Destroy } from './destroy.tsx';
import { createAccountModel } from './model.ts';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';

export function AccountScreen({ account, error, notice }: ScreenProps['account']) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const { plans_enabled: hasPlans, api_enabled: hasApi } = useSite();
  const { apitoken } = account;
  const model = useLasting('account', (isShown) => createAccountModel({ apitoken, error }, { ...effects, t, isShown }));
  const hasToken = account.has_apitoken && !model.key.isEnded.value;
  const { plan, secrets_created: count, customer_since: date } = account.cust;
  return (
    <>
      <header className="title title--row">
        <h1 tabIndex={-1}>{t('workspace.title.account')}</h1>
        <p className="faint">{t('account.page.created', { count, date })}</p>
      </header>
      {notice !== null && (
        <div className="gap">
          <Alert kind="ok" role="status" isFirst>
            {notice}
          </Alert>
        </div>
      )}
      <Section id="account-type" title={t('account.type.title')}>
        <div className="row row--between">
          <p>
            <b>{plan.options.name}</b>
          </p>
          {hasPlans && (
            <a className="btn" href="/pricing">
              {t('account.type.plans')}
            </a>
          )}
        </div>
      </Section>
      {!hasApi && <ApiOff />}
      {hasApi && plan.options.api && <ApiKey model={model.key} hasToken={hasToken} />}
      {hasApi && !plan.options.api && <ApiPlan hasToken={hasToken} />}
      <Billing payer={account.stripe_customer} subscriptions={account.stripe_subscriptions} />
      <PasswordForm model={model.password} />
      <SignOut />
      <Destroy
        model={model.destroy}
        isRefused={error?.form === 'destroy'}
        isPaid={account.stripe_subscriptions.length > 0}
      />
    </>
  );
}

/** In the place of the key, which nothing here would accept. */
function ApiOff() {
  const { t } = useTexts();
  return (
    <Section id="api-key" title={t('account.key.title')}>
      <Alert kind="plain">{t('errors.apiOff')}</Alert>
    </Section>
  );
}

/** In the place of the key. A key from a better plan is kept, and said to be. */
function ApiPlan({ hasToken }: { hasToken: boolean }) {
  const { t } = useTexts();
  return (
    <Section id="api-key" title={t('account.key.title')}>
      <PlanHint sentences={[t('planHints.api'), ...(hasToken ? [t('planHints.keptKey')] : [])]} />
    </Section>
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
