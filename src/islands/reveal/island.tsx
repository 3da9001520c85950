import { useSignals } from '@preact/signals-react/runtime';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { HostedBy, Slip, SlipPill } from '#src/ui/slip.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import type { FormFailure } from '../client/form-post.ts';
import { claimSecret, lookAtTries, markSeen } from './api.ts';
import { Gone } from './gone.tsx';
import { createRevealModel, type RevealModel } from './model.ts';
import { Notice } from './notice.tsx';
import { Sealed } from './sealed.tsx';
import { Shown } from './shown.tsx';

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const;

export interface RevealProps {
  readonly secretKey: string;
  readonly action: string;
  readonly host: string;
  /** Stands behind the title. */
  readonly siteName: string;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  /** Whoever has verified an account may sign in to it. */
  readonly hasSignin: boolean;
  readonly isOwner: boolean;
  readonly isTruncated: boolean;
  readonly originalSize: number;
  readonly displayLines: number;
  readonly expiresAtMs: number;
  /** The claimant of the form when it is sent without script; calls from this page have one of their own. */
  readonly claimant: string;
  /** For how long an answer that was lost can be had again. */
  readonly redeliverySeconds: number;
  readonly triesLeft: number | null;
  readonly retryAfterSeconds: number;
  readonly error: FormFailure | null;
  /** The content, where the server has already shown it. */
  readonly value: string | null;
  /** What the domain's owner says before and after; null for nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The content stands in the page once; it is not repeated in the props. */
export function keepShown(place: HTMLElement): Pick<RevealProps, 'value'> {
  return { value: place.querySelector<HTMLTextAreaElement>('#message')?.value ?? null };
}

/** The recipient's slip: sealed, then shown once or gone. */
export function Reveal(props: RevealProps) {
  useSignals(); // no Babel: without this line the secret is claimed and the screen never changes
  const { t } = useTexts();
  const model = useRevealModel(props);
  const heading = useRef<HTMLHeadingElement>(null);
  const step = model.step.value;
  const firstStep = useRef(step);
  const revealed = model.revealed.value;

  // Tells the server once that a person other than the sender looks at what is still sealed.
  const isToldWhenTouched = !props.isOwner && firstStep.current === 'sealed';
  useEffect(() => (isToldWhenTouched ? onFirstTouch(model.touch) : undefined), [model, isToldWhenTouched]);

  // Moves the reader along: the button they pressed is gone.
  useEffect(() => {
    if (step !== firstStep.current) heading.current?.focus();
  }, [step]);

  // The name of the tab belongs to the document: that of the page the server has for what is gone.
  useEffect(() => {
    if (step !== 'gone') return;
    document.title = t('shell.page.title', { title: t('secret.page.goneTitle'), site: props.siteName });
  }, [step, t, props.siteName]);

  const stub = (
    <>
      <HostedBy host={props.host} />
      <SlipPill state={step === 'sealed' ? 'live' : 'used'} />
    </>
  );
  return (
    <div className="once">
      {props.isOwner && !props.isVerification && step !== 'gone' && (
        <OwnerNotice key={step} isShown={step === 'revealed'} heading={heading} />
      )}
      <Slip isTorn={step !== 'sealed'} stub={stub}>
        {step === 'sealed' && <Sealed {...props} model={model} heading={heading} />}
        {revealed !== null && <Shown {...props} revealed={revealed} heading={heading} />}
        {step === 'gone' && <Gone message={t('secret.fetch.notFound')} heading={heading} />}
      </Slip>
      {step === 'revealed' && !props.isVerification && (
        <Notice kind="plain" title={t('secret.revealed.leave')} heading={heading}>
          {t('secret.revealed.leaveText')}
        </Notice>
      )}
    </div>
  );
}

interface OwnerNoticeProps {
  readonly isShown: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

function OwnerNotice({ isShown, heading }: OwnerNoticeProps) {
  const { t } = useTexts();
  return (
    <Notice kind="warn" title={isShown ? t('secret.owner.after') : t('secret.owner.before')} heading={heading}>
      {isShown ? t('secret.owner.afterText') : t('secret.owner.beforeText')}
    </Notice>
  );
}

function useRevealModel(props: RevealProps): RevealModel {
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => {
    const { client, nowMs, later } = effects;
    // One claimant for as long as this page stands: pressing again after a broken connection is safe. It is kept
    // nowhere else: what could be read back after a reload could be read by whoever opens the browser next.
    const claimant = effects.makeClaimant();
    return createRevealModel(
      { ...props, revealed: props.value === null ? null : { ...props, value: props.value }, failure: props.error },
      {
        claim: (...asked) => claimSecret(client, { secretKey: props.secretKey, claimant }, ...asked),
        look: () => lookAtTries(client, props.secretKey),
        markSeen: () => markSeen(client, props.secretKey),
        t,
        nowMs,
        later,
      },
    );
  });
  return model;
}

/** Calls once, on the first pointer or key event a person (not a script) caused. */
function onFirstTouch(touch: () => void): () => void {
  const stop = () => {
    for (const type of TOUCHES) removeEventListener(type, listen);
  };
  const listen = (event: Event) => {
    if (!event.isTrusted) return;
    stop();
    touch();
  };
  for (const type of TOUCHES) addEventListener(type, listen, { passive: true });
  return stop;
}
