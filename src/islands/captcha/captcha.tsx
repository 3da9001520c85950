import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { FieldError } from '#src/ui/field.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { CaptchaModel, CaptchaState } from './model.ts';

/** 'I'm not a robot': a checkbox that lets the browser work for a moment. Only where there is script. */
export function Captcha({ model, id }: { model: CaptchaModel; id: string }) {
  useSignals();
  const { t } = useTexts();
  const [isSolvable, setSolvable] = useState(true);

  // Without https no browser can solve it, and forms are sent as without script; the server's HTML knows nothing of that.
  useEffect(() => setSolvable(globalThis.isSecureContext), []);

  const state = model.state.value;
  const message = model.message.value;
  const labels: Record<CaptchaState, string> = {
    unverified: t('captcha.widget.unverified'),
    verifying: t('captcha.widget.verifying'),
    verified: t('captcha.widget.verified'),
    error: t('captcha.widget.unverified'),
    expired: t('captcha.widget.unverified'),
  };
  if (!isSolvable) return null;
  return (
    <div className="stack stack--xs needs-script">
      <div className="captcha" data-state={state}>
        <input
          type="checkbox"
          id={id}
          checked={state === 'verified'}
          aria-invalid={message === null ? undefined : true}
          aria-describedby={message === null ? undefined : `${id}-error`}
          // It stays where it is while it works: the keyboard must not lose its place.
          className={state === 'verifying' ? 'spinner' : undefined}
          onChange={() => void model.start()}
        />
        <label htmlFor={id} aria-live="polite">
          {labels[state]}
        </label>
      </div>
      {message !== null && <FieldError id={`${id}-error`} message={message} />}
      <input type="hidden" name="authenticity_payload" value={model.payload.value} />
    </div>
  );
}
