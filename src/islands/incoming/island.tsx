import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef, useState } from 'react';
import { Said } from '#src/ui/said.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { createBrowserCaptcha } from '../captcha/browser-captcha.ts';
import { Captcha } from '../captcha/captcha.tsx';
import { useEffects, useReturn } from '../client/effects.tsx';
import { createSendingModel } from './model.ts';

export interface SendControlsProps {
  readonly hasCaptcha: boolean;
}

/** The end of the support form: the captcha where one is asked for, and the button. The form around it is the page's. */
export function SendControls({ hasCaptcha }: SendControlsProps) {
  useSignals();
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const { captcha, model, listen } = useModels(hasCaptcha);
  useReturn(model.comeBack);

  // Keeps in step with the form around it, which the server has drawn and the browser sends.
  useEffect(() => {
    const form = place.current?.closest('form');
    return form ? listen(form) : undefined;
  }, [listen]);

  const isBusy = model.isBusy.value;
  return (
    <div className="stack" ref={place}>
      {captcha !== null && <Captcha model={captcha} id="incoming-captcha" />}
      <p>
        {/* Not disabled while busy: the browser would leave its name and value out. */}
        <button className="btn btn--primary btn--lg" type="submit" name="kind" value="share" aria-busy={isBusy}>
          {isBusy ? t('incoming.form.sending') : t('incoming.form.send')}
        </button>
        <Said>{isBusy ? t('incoming.form.sending') : ''}</Said>
      </p>
    </div>
  );
}

function useModels(hasCaptcha: boolean) {
  const { t } = useTexts();
  const effects = useEffects();
  const [models] = useState(() => {
    const captcha = hasCaptcha ? createBrowserCaptcha(effects, t) : null;
    // Without https no browser can solve it: the form is sent as it is without script.
    const asked = globalThis.isSecureContext ? captcha : null;
    const model = createSendingModel({ captcha: asked, later: effects.later });

    function listen(form: HTMLFormElement): () => void {
      const listening = new AbortController();
      const { signal } = listening;
      const send = (submitter: HTMLElement | null) => () => form.requestSubmit(submitter);
      form.addEventListener(
        'submit',
        (event) => {
          if (!model.maySend(send(event.submitter))) event.preventDefault();
        },
        { signal },
      );
      const forget = () => {
        if (model.isUnderWay()) forgetSecret(form);
      };
      addEventListener('pagehide', forget, { signal });
      form.addEventListener(
        'formdata',
        ({ formData }) => {
          // What stands in the document may be older than the solution.
          if (asked !== null) formData.set('authenticity_payload', asked.payload.peek());
        },
        { signal },
      );
      return () => listening.abort();
    }

    return { captcha, model, listen };
  });
  return models;
}

/** A browser that keeps the page whole must not bring back what was sent from it. */
function forgetSecret(form: HTMLFormElement): void {
  for (const area of form.querySelectorAll('textarea')) area.value = '';
}
