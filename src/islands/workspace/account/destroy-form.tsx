import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useEffect, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { fieldsOf } from '../../client/fields.ts';
import type { FormFailure } from '../../client/form-post.ts';
import { PasswordField } from '../../password-field/island.tsx';
import { AccountName } from './account-name.tsx';
import { createDestroyModel } from './model.ts';

interface DestroyFormProps {
  /** Of its field: the form stands in the page twice. */
  readonly id: string;
  readonly error: FormFailure | null;
  /** Something is paid for the account. */
  readonly isPaid: boolean;
  /** Only in the dialog. */
  readonly onCancel?: () => void;
}

/** Asks for the password once more. Everything typed goes with the dialog when it closes. */
export function DestroyForm({ id, error, isPaid, onCancel }: DestroyFormProps) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => createDestroyModel({ ...effects, t, onDestroyed: effects.auth.stop }));
  const [isReady, setReady] = useState(false);
  const [hasTyped, setTyped] = useState(false);
  const failure = model.failure.value ?? error;
  const errorId = failure === null ? null : `${id}-error`;

  // The server's HTML leaves the button on, for browsers where no script will follow.
  useEffect(() => setReady(true), []);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.submit(fieldsOf(event.currentTarget));
  }

  if (model.isDone.value) return <Destroyed />;
  return (
    <form
      action="/account/destroy"
      method="post"
      onSubmit={submit}
      onInput={(event) => setTyped(new FormData(event.currentTarget).get('confirmation') !== '')}
    >
      <FormTokens shrimp={effects.shrimp.token.value} />
      <AccountName />
      <input type="hidden" name="tabindex" value="destroy" />
      <div className="dialog__body">
        <p className="muted">{t('account.destroy.warning')}</p>
        {isPaid && <p className="muted">{t('account.destroy.subscription')}</p>}
        <PasswordField
          id={id}
          name="confirmation"
          label={t('account.destroy.password')}
          showLabel={t('account.destroy.showPassword')}
          hideLabel={t('account.destroy.hidePassword')}
          autoComplete="current-password"
          hint={t('account.destroy.hint')}
          errorId={errorId}
          isRequired
          hasFirstFocus
        />
        {failure !== null && errorId !== null && <FieldError id={errorId} message={failure.message} />}
      </div>
      <div className="dialog__foot">
        {onCancel !== undefined && (
          <button className="btn" type="button" onClick={onCancel}>
            {t('account.destroy.cancel')}
          </button>
        )}
        <button
          className="btn btn--danger"
          type="submit"
          aria-busy={model.isBusy.value}
          disabled={model.isBusy.value || (isReady && !hasTyped)}
        >
          {t('account.destroy.confirm')}
        </button>
      </div>
    </form>
  );
}

function Destroyed() {
  const { t } = useTexts();
  return (
    <div className="dialog__body">
      <Alert kind="ok" role="status">
        {t('account.destroy.done')}
      </Alert>
    </div>
  );
}
