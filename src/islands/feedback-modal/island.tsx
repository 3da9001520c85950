import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { useOpener } from '../dialog/opener.ts';
import { FeedbackForm, type FeedbackFormProps } from '../feedback/island.tsx';
import { takeForm } from '../feedback/take-form.ts';
import { createFeedbackModal } from './model.ts';

/** The feedback form over whatever page is open. Made by the first press on a link to it. */
export function FeedbackModal() {
  useSignals();
  const { t } = useTexts();
  const [model] = useState(createFeedbackModal);
  useOpener('data-feedback-open', model.open);
  return (
    <Dialog
      id="feedback-dialog"
      title={t('feedback.modal.title')}
      isOpen={model.isOpen.value}
      isKept={model.isSending.value}
      onClose={model.close}
    >
      <FetchedFeedbackForm onSentAway={model.close} onState={model.follow} />
    </Dialog>
  );
}

/** Asks for the form each time it opens: the page below it may be older than the visitor's sign-in. */
function FetchedFeedbackForm(inDialog: Required<Pick<FeedbackFormProps, 'onSentAway' | 'onState'>>) {
  const { t } = useTexts();
  const { auth, shrimp, checkShrimp, log } = useEffects();
  const [form, setForm] = useState<FeedbackFormProps | null>(null);
  const [hasFailed, setFailed] = useState(false);

  // Brings the form from the server.
  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const taken = await takeForm({ auth, shrimp });
      if (!isWanted) return;
      if (taken === null) {
        // This loads the page anew as theirs; a page that holds a text stays, and can do nothing any more.
        await checkShrimp();
        throw new Error('somebody else is signed in');
      }
      setForm({ ...taken, message: '', id: 'feedback-modal', rows: 4, isRequired: true });
    };
    show().catch((cause: unknown) => {
      log('The feedback form did not come', cause);
      if (isWanted) setFailed(true);
    });
    return () => {
      isWanted = false;
    };
  }, [auth, shrimp, checkShrimp, log]);

  // Takes the keyboard to the field once it is there.
  useEffect(() => {
    if (form !== null) document.getElementById(`${form.id}-msg`)?.focus();
  }, [form]);

  return (
    <div className="dialog__body">
      {form !== null && <FeedbackForm {...form} {...inDialog} />}
      {form === null && !hasFailed && (
        <p className="faint" role="status">
          {t('feedback.modal.loading')}
        </p>
      )}
      {hasFailed && (
        <Alert kind="danger" role="alert">
          {t('forms.post.unexpected')}
        </Alert>
      )}
      <p className="faint">
        <Slotted text={t('feedback.modal.why', { link: SLOT })}>
          {/* In a new tab after a failure: the page below the dialog stays, even if that of the form does not come. */}
          <a href="/feedback" target={hasFailed ? '_blank' : undefined}>
            {t('feedback.modal.whyLink')}
          </a>
        </Slotted>
      </p>
    </div>
  );
}
