import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import type { FormFailure } from '../../client/form-post.ts';
import { Dialog } from '../../dialog/dialog.tsx';
import { DestroyForm } from './destroy-form.tsx';
import { createDestroyModel } from './model.ts';
import { Section } from './section.tsx';

/** Deleting the account: a dialog with script, a section that opens without. */
export function Destroy({ error, isPaid }: { error: FormFailure | null; isPaid: boolean }) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => createDestroyModel({ ...effects, t, error, onDestroyed: effects.auth.stop }));
  const [isOpen, setOpen] = useState(false);
  const hasNews = model.failure.value !== null || model.isDone.value;

  function close(): void {
    setOpen(false);
    model.forget();
  }

  // What became of the account is shown where the form is from now on: a refusal that came as a page, and an answer that
  // finds the dialog closed. Without news nothing is set: whoever presses before the effects have run keeps the dialog.
  useEffect(() => {
    if (hasNews) setOpen(true);
  }, [hasNews]);

  return (
    <Section id="delete-account" title={t('account.destroy.title')} text={t('account.destroy.text')}>
      <div>
        <button
          className="btn btn--quiet-danger btn--edge needs-script"
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Icon name="trash" />
          {t('account.destroy.open')}
        </button>
        <details className="disc without-script" open={error !== null || undefined}>
          <summary>
            {t('account.destroy.open')}
            <Icon name="chevron-down" />
          </summary>
          <DestroyForm id="destroy" model={model} isPaid={isPaid} />
        </details>
        <Dialog
          id="destroy-dialog"
          title={t('account.destroy.title')}
          isOpen={isOpen}
          textId="destroy-now-text"
          onClose={close}
        >
          <DestroyForm id="destroy-now" model={model} isPaid={isPaid} onCancel={close} />
        </Dialog>
      </div>
    </Section>
  );
}
