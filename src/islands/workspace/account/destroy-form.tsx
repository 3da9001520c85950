import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { fieldsOf } from '../../client/form-post.ts';
import { useRefusal } from '../../client/refusal.ts';
import { PasswordField } from '../../password-field/island.tsx';
import { AccountName } from './account-name.tsx';
import type { AccountFormModel } from './model.ts';

interface DestroyFormProps {
  /** The id of its field: the form stands in the page twice. */
  readonly id: string;
  /** One for both places: what becomes of the account does not depend on them. */
  readonly model: AccountFormModel;
  /** Something is paid for the account. */
  readonly isPaid: boolean;
  /** Only in the dialog. */
  readonly onCancel?: () => void;
}

/** Asks for the password once more. Everything typed goes with the dialog when it closes. */
export function DestroyForm(props: DestroyFormProps) {
  useSignals();
  const isDone = props.model.isDone.value;
  return (
    <>
      <div role="status">{isDone && <Destroyed id={props.id} />}</div>
      {!isDone && <ConfirmationForm {...props} />}
    </>
  );
}

function ConfirmationForm({ id, isPaid, onCancel, model }: DestroyFormProps) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  // The dialog's is drawn in the browser alone.
  const [isReady, setReady] = useState(onCancel !== undefined);
  const [hasTyped, setTyped] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const failure = model.failure.value;
  const isForField = failure?.field === 'confirmation';
  const errorId = `${id}-error`;
  useRefusal(form, failure);

  // The server's HTML leaves the button on, for browsers where no script will follow.
  useEffect(() => setReady(true), []);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.submit(fieldsOf(event.currentTarget));
  }

  return (
    <form
      action="/account/destroy"
      method="post"
      data-once=""
      ref={form}
      onSubmit={submit}
      onInput={(event) => setTyped(new FormData(event.currentTarget).get('confirmation') !== '')}
    >
      <FormTokens shrimp={shrimp.token.value} />
      <AccountName />
      <input type="hidden" name="tabindex" value="destroy" />
      <div className="dialog__body">
        <div className="stack muted" id={`${id}-text`}>
          <p>{t('account.destroy.warning')}</p>
          {isPaid && <p>{t('account.destroy.subscription')}</p>}
        </div>
        <PasswordField
          id={id}
          name="confirmation"
          autoComplete="current-password"
          isRequired
          hasFirstFocus
          label={t('account.destroy.password')}
          hint={t('account.destroy.hint')}
          showLabel={t('account.destroy.showPassword')}
          errorId={isForField ? errorId : null}
        />
        {failure !== null && <FieldError id={errorId} message={failure.message} isFirst={!isForField} />}
      </div>
      <Foot isBusy={model.isBusy.value} isOff={isReady && !hasTyped} onCancel={onCancel} />
    </form>
  );
}

interface FootProps {
  readonly onCancel: DestroyFormProps['onCancel'] | undefined;
  readonly isBusy: boolean;
  /** Never while it is sent: that would take the keyboard away. */
  readonly isOff: boolean;
}

function Foot({ isBusy, isOff, onCancel }: FootProps) {
  const { t } = useTexts();
  return (
    <div className="dialog__foot">
      {onCancel !== undefined && (
        <button className="btn" type="button" onClick={onCancel}>
          {t('account.destroy.cancel')}
        </button>
      )}
      <button
        className="btn btn--danger"
        type="submit"
        aria-busy={isBusy}
        disabled={isOff}
        aria-disabled={isBusy || undefined}
      >
        {t('account.destroy.confirm')}
      </button>
    </div>
  );
}

function Destroyed({ id }: Pick<DestroyFormProps, 'id'>) {
  const { t } = useTexts();
  return (
    <div className="dialog__body" id={`${id}-text`}>
      <Alert kind="ok">{t('account.destroy.done')}</Alert>
    </div>
  );
}
