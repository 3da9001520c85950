import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useEffect, useRef } from 'react';
import { FieldError } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { fieldsOf } from '../../client/form-post.ts';
import { useRefusal } from '../../client/refusal.ts';
import { PasswordField } from '../../password-field/island.tsx';
import { AccountName } from './account-name.tsx';
import type { AccountFormModel } from './model.ts';
import { Section } from './section.tsx';

const ERROR_ID = 'password-error';

export function PasswordForm({ model }: { model: AccountFormModel }) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const form = useRef<HTMLFormElement>(null);
  const isBusy = model.isBusy.value;
  const isDone = model.isDone.value;
  const failure = model.failure.value;
  const errorIdOf = (field: string) => (failure?.field === field ? ERROR_ID : null);

  useRefusal(form, failure);

  // What was typed has served its purpose: no password stays in the page.
  useEffect(() => {
    if (isDone) form.current?.reset();
  }, [isDone]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.submit(fieldsOf(event.currentTarget));
  }

  return (
    <Section id="update-password" title={t('account.password.title')} text={t('account.password.text')}>
      <form className="stack" action="/account/password" method="post" data-once="" ref={form} onSubmit={submit}>
        <FormTokens shrimp={shrimp.token.value} />
        <AccountName />
        <Passwords errorIdOf={errorIdOf} />
        {failure !== null && <FieldError id={ERROR_ID} message={failure.message} isFirst={failure.field === null} />}
        <p className="row">
          <button className="btn" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            {t('account.password.submit')}
          </button>
          <span className="muted" role="status">
            {isDone ? t('account.password.updated') : ''}
          </span>
        </p>
      </form>
    </Section>
  );
}

interface PasswordsProps {
  /** The id of what says that a field is wrong; null if nothing does. */
  readonly errorIdOf: (field: string) => string | null;
}

/** The present one, and the new one twice. */
function Passwords({ errorIdOf }: PasswordsProps) {
  const { t } = useTexts();
  const asked = (name: string) => ({ id: name, name, isRequired: true, errorId: errorIdOf(name) });
  return (
    <>
      <PasswordField
        {...asked('currentp')}
        label={t('account.password.current')}
        showLabel={t('account.password.showCurrent')}
        autoComplete="current-password"
      />
      <div className="grid-2">
        <PasswordField
          {...asked('newp')}
          label={t('account.password.new')}
          showLabel={t('account.password.showNew')}
          autoComplete="new-password"
        />
        <PasswordField
          {...asked('newp2')}
          label={t('account.password.confirm')}
          showLabel={t('account.password.showConfirm')}
          autoComplete="new-password"
        />
      </div>
    </>
  );
}
