import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { Dialog } from '../../dialog/dialog.tsx';
import { DestroyForm } from './destroy-form.tsx';
import type { DestroyModel } from './model.ts';
import { Section } from './section.tsx';

interface DestroyProps {
  readonly model: DestroyModel;
  /** The page came with a refusal. */
  readonly isRefused: boolean;
  /** Something is paid for the account. */
  readonly isPaid: boolean;
}

/** Deleting the account: a dialog with script, a section that opens without. */
export function Destroy({ model, isRefused, isPaid }: DestroyProps) {
  useSignals();
  const { t } = useTexts();
  const { open, close } = model;

  // A refusal that came with the page is shown in the dialog, where the form is from now on. Without one nothing is
  // set: whoever presses before the effects have run keeps the dialog.
  useEffect(() => {
    if (isRefused) open();
  }, [isRefused, open]);

  return (
    <Section id="delete-account" title={t('account.destroy.title')} text={t('account.destroy.text')}>
      <div>
        <button
          className="btn btn--quiet-danger btn--edge needs-script"
          type="button"
          aria-haspopup="dialog"
          onClick={open}
        >
          <Icon name="trash" />
          {t('account.destroy.open')}
        </button>
        <details className="disc without-script" open={isRefused || undefined}>
          <summary>
            {t('account.destroy.open')}
            <Icon name="chevron-down" />
          </summary>
          <DestroyForm id="destroy" model={model} isPaid={isPaid} />
        </details>
        <Dialog
          id="destroy-dialog"
          title={t('account.destroy.title')}
          isOpen={model.isOpen.value}
          textId="destroy-now-text"
          onClose={close}
        >
          <DestroyForm id="destroy-now" model={model} isPaid={isPaid} onCancel={close} />
        </Dialog>
      </div>
    </Section>
  );
}
