import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { LocalTime } from '#src/ui/local-time.tsx';
import { OwnWords } from '#src/ui/own-words.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import { Said } from '#src/ui/said.tsx';
import { gapAfter, joinSentences } from '#src/ui/sentences.ts';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { type PageTexts, useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { useRefusal } from '../client/refusal.ts';
import { PassphraseField } from '../passphrase-field/island.tsx';
import type { RevealModel } from './model.ts';

const MINUTES_FROM_SECONDS = 90;

interface SealedProps {
  readonly model: RevealModel;
  readonly action: string;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  readonly expiresAtMs: number;
  readonly claimant: string;
  readonly before: string | null;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Before the reveal: what this is, until when, and the one button. */
export function Sealed(props: SealedProps) {
  const { hasPassphrase, isVerification, expiresAtMs, before, heading } = props;
  const { t } = useTexts();
  return (
    <div className="slip__body once">
      <div className="once__lead">
        <h1 tabIndex={-1} ref={heading}>
          {isVerification ? t('secret.verify.title') : t('secret.sealed.title')}
        </h1>
        {isVerification && <p className="muted">{t('secret.verify.text')}</p>}
      </div>
      {!hasPassphrase && !isVerification && <Mask />}
      {before !== null && !isVerification && <OwnWords>{before}</OwnWords>}
      <RevealForm {...props} />
      <div className="stack stack--sm">
        {!isVerification && (
          <p className="once__careful">
            <Icon name="info" />
            <span>
              <b>{t('secret.sealed.careful')}</b>
              {`${gapAfter(t('secret.sealed.careful'))}${t('secret.sealed.carefulText')}`}
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

function RevealForm({ model, action, hasPassphrase, claimant }: SealedProps) {
  useSignals();
  const texts = useTexts();
  const { shrimp } = useEffects();
  const form = useRef<HTMLFormElement>(null);
  const passphrase = useRef<HTMLInputElement>(null);
  const isReady = useReady(model);
  const failure = model.failure.value;
  const isForField = hasPassphrase && failure?.field === 'passphrase';
  useRefusal(form, failure);
  useKeptKeyboard(form);
  const hint = hintOf(texts, model);
  const saidHint = useSaidHint(model.waitSeconds.value, hint);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void model.reveal(passphrase.current?.value ?? null);
  }

  return (
    <form className="stack" action={action} method="post" ref={form} onSubmit={submit}>
      <FormTokens shrimp={shrimp.token.value} />
      <input type="hidden" name="continue" value="true" />
      <input type="hidden" name="claimant" value={claimant} />
      {failure !== null && !isForField && (
        <Alert kind="danger" role="alert" isFirst>
          <ReadyWords>{failure.message}</ReadyWords>
        </Alert>
      )}
      {hasPassphrase && (
        <PassphraseField
          id="passphrase"
          hint={passphraseHint(texts, model)}
          error={isForField ? failure.message : null}
          inputRef={passphrase}
        />
      )}
      <RevealButton isBusy={model.isBusy.value} isWaiting={isReady && model.waitSeconds.value > 0} />
      {hint !== null && <p className="hint">{hint}</p>}
      <Said>{model.isBusy.value ? busyText(texts, model) : saidHint}</Said>
    </form>
  );
}

/** A refusal that goes with its wait may have the keyboard: the button gets it, and is read out. */
function useKeptKeyboard(form: RefObject<HTMLFormElement | null>): void {
  const holder = useRef<Element | null>(null);
  useEffect(() => {
    const isLost = holder.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    holder.current = form.current?.contains(document.activeElement) ? document.activeElement : null;
  });
}

/** The hint as it is said: one with a wait when that begins and with every minute that is left, not every second. */
function useSaidHint(waitSeconds: number, hint: string | null): string | null {
  const minutes = waitSeconds < MINUTES_FROM_SECONDS ? Math.sign(waitSeconds) : Math.ceil(waitSeconds / 60);
  const said = useRef({ minutes, hint });
  if (minutes === 0 || said.current.minutes !== minutes) said.current = { minutes, hint };
  return said.current.hint;
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

/** The words below the button; null for none. */
function hintOf(texts: PageTexts, { waitSeconds, isTryingAgain, isLost }: RevealModel): string | null {
  if (isTryingAgain.value) return texts.t('secret.sealed.tryingAgain');
  const lost = isLost.value ? [texts.t('secret.sealed.lost')] : [];
  const hints = waitSeconds.value > 0 ? [...lost, waitText(texts, waitSeconds.value)] : lost;
  return hints.length === 0 ? null : joinSentences(hints);
}

function busyText({ t }: PageTexts, { isTryingAgain }: RevealModel): string {
  return isTryingAgain.value ? t('secret.sealed.tryingAgain') : t('secret.sealed.submitting');
}

function passphraseHint({ t }: PageTexts, { triesLeft, waitSeconds }: RevealModel): string {
  const hint = t('secret.sealed.passphraseHint');
  const left = triesLeft.value;
  if (left === 0) return waitSeconds.value > 0 ? joinSentences([hint, t('secret.sealed.locked')]) : hint;
  return left === null ? hint : joinSentences([hint, t('secret.sealed.triesLeft', { count: left })]);
}

function waitText({ t }: PageTexts, seconds: number): string {
  if (seconds < MINUTES_FROM_SECONDS) return t('secret.sealed.waitSeconds', { count: seconds });
  return t('secret.sealed.waitMinutes', { count: Math.ceil(seconds / 60) });
}
