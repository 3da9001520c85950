import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { FormFailure } from '../../client/form-post.ts';
import { Dialog } from '../../dialog/dialog.tsx';
import { DestroyForm } from './destroy-form.tsx';
import { Section } from './section.tsx';

/** Deleting the account: a dialog with script, a section that opens without. */
export function Destroy({ error, isPaid }: { error: FormFailure | null; isPaid: boolean }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  // A refusal that came as a page is shown where the form is from now on. Without one nothing is set: whoever presses
  // before the effects have run keeps the dialog.
  useEffect(() => {
    if (error !== null) setOpen(true);
  }, [error]);

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
          <DestroyForm id="destroy" error={error} isPaid={isPaid} />
        </details>
        <Dialog
          id="destroy-dialog"
          title={t('account.destroy.title')}
          isOpen={isOpen}
          textId="destroy-now-text"
          onClose={close}
        >
          <DestroyForm id="destroy-now" error={error} isPaid={isPaid} onCancel={close} />
        </Dialog>
      </div>
    </Section>
  );
}
