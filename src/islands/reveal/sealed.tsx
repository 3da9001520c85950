import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { LocalTime } from '#src/ui/local-time.tsx';
import { OwnWords } from '#src/ui/own-words.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { type PageTexts, useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { PassphraseField } from '../passphrase-field/island.tsx';
import type { RevealModel } from './model.ts';

const MINUTES_FROM_SECONDS = 90;

interface SealedProps {
  readonly model: RevealModel;
  readonly action: string;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  readonly expiresAtMs: number;
  readonly before: string | null;
}

/** Before the reveal: what this is, until when, and the one button. */
export function Sealed({ model, action, hasPassphrase, isVerification, expiresAtMs, before }: SealedProps) {
  const { t } = useTexts();
  return (
    <div className="slip__body once">
      <div className="once__lead">
        <h1>{isVerification ? t('secret.verify.title') : t('secret.sealed.title')}</h1>
        {isVerification && <p className="muted">{t('secret.verify.text')}</p>}
      </div>
      {!hasPassphrase && !isVerification && <Mask />}
      {before !== null && !isVerification && <OwnWords>{before}</OwnWords>}
      <RevealForm model={model} action={action} hasPassphrase={hasPassphrase} />
      <div className="stack stack--sm">
        {!isVerification && (
          <p className="once__careful">
            <Icon name="info" />
            <span>
              <b>{t('secret.sealed.careful')}</b> {t('secret.sealed.carefulText')}
            </span>
          </p>
        )}
        <p className="once__careful">
          <Icon name="clock" />
          <span>
            <Slotted text={t('secret.sealed.expires', { date: SLOT })}>
              <LocalTime atMs={expiresAtMs} />
            </Slotted>
          </span>
        </p>
      </div>
    </div>
  );
}

function Mask() {
  return (
    <div className="mask" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}

function RevealForm({ model, action, hasPassphrase }: Pick<SealedProps, 'model' | 'action' | 'hasPassphrase'>) {
  useSignals();
  const texts = useTexts();
  const { shrimp } = useEffects();
  const passphrase = useRef<HTMLInputElement>(null);
  const isReady = useReady(model);
  useFocusAfterRefusal(model, passphrase);
  const failure = model.failure.value;
  const isForField = hasPassphrase && failure?.field === 'passphrase';

  function submit(event: FormEvent): void {
    event.preventDefault();
    void model.reveal(passphrase.current?.value ?? null);
  }

  return (
    <form className="stack" action={action} method="post" onSubmit={submit}>
      <FormTokens shrimp={shrimp.token.value} />
      <input type="hidden" name="continue" value="true" />
      {failure !== null && !isForField && (
        <Alert kind="danger" role="alert">
          {failure.message}
        </Alert>
      )}
      {hasPassphrase && (
        <PassphraseField
          id="passphrase"
          hint={passphraseHint(texts, model.triesLeft.value)}
          error={isForField ? failure.message : null}
          inputRef={passphrase}
        />
      )}
      <RevealButton isBusy={model.isBusy.value} isWaiting={isReady && model.waitSeconds.value > 0} />
      {model.waitSeconds.value > 0 && <p className="hint">{waitText(texts, model.waitSeconds.value)}</p>}
    </form>
  );
}

function RevealButton({ isBusy, isWaiting }: { isBusy: boolean; isWaiting: boolean }) {
  const { t } = useTexts();
  return (
    <button
      className="btn btn--primary btn--lg btn--block"
      type="submit"
      aria-busy={isBusy}
      aria-disabled={isBusy || isWaiting || undefined}
    >
      {isBusy ? t('secret.sealed.submitting') : t('secret.sealed.continue')}
    </button>
  );
}

function useReady(model: RevealModel): boolean {
  const [isReady, setReady] = useState(false);
  // Starts the clock of a lock; without script the button stays on and the server decides.
  useEffect(() => {
    model.start();
    setReady(true);
  }, [model]);
  return isReady;
}

function useFocusAfterRefusal(model: RevealModel, passphrase: RefObject<HTMLInputElement | null>): void {
  const refusals = model.refusals.value;
  // Keeps the focus in step with the answer: back to the field that has to be typed again.
  useEffect(() => {
    if (refusals > 0) passphrase.current?.focus();
  }, [refusals, passphrase]);
}

function passphraseHint({ t }: PageTexts, triesLeft: number | null): string {
  const hint = t('secret.sealed.passphraseHint');
  return triesLeft === null || triesLeft === 0 ? hint : `${hint} ${t('secret.sealed.triesLeft', { count: triesLeft })}`;
}

function waitText({ t }: PageTexts, seconds: number): string {
  if (seconds < MINUTES_FROM_SECONDS) return t('secret.sealed.waitSeconds', { count: seconds });
  return t('secret.sealed.waitMinutes', { count: Math.ceil(seconds / 60) });
}
