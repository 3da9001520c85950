import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useRef, useState } from 'react';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useReturn } from '../../client/effects.tsx';
import type { FormFailure } from '../../client/form-post.ts';
import { useRefusal } from '../../client/refusal.ts';
import { Dialog } from '../../dialog/dialog.tsx';
import { domainPath } from '../domain-paths.ts';
import { useWays } from '../ways.tsx';
import { createRemoveModel } from './model.ts';

const ID = 'remove-domain';
const TEXT_ID = `${ID}-text`;

interface RemoveDialogProps {
  /** null while nothing is to be removed. */
  readonly domain: DomainWire | null;
  readonly onClose: () => void;
  /** Whether the list below the dialog is still on the screen: the dialog may be closed while a domain is removed. */
  readonly isListShown: () => boolean;
  /** Told to whoever has closed it by then. */
  readonly onLateFailure: (failure: FormFailure | null) => void;
}

/** Asks before a domain goes: its links stop with it. */
export function RemoveDialog({ domain, onClose, ...list }: RemoveDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog id={ID} title={t('customDomains.remove.title')} isOpen={domain !== null} textId={TEXT_ID} onClose={onClose}>
      {domain !== null && <RemoveForm domain={domain} onCancel={onClose} {...list} />}
    </Dialog>
  );
}

interface RemoveFormProps extends Pick<RemoveDialogProps, 'isListShown' | 'onLateFailure'> {
  readonly domain: DomainWire;
  readonly onCancel: () => void;
}

function RemoveForm({ domain, onCancel, isListShown, onLateFailure }: RemoveFormProps) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const { outdate } = useWays();
  const [model] = useState(() => createRemoveModel(domain, { ...effects, t, isListShown, outdate }));
  const failure = model.failure.value;
  const isBusy = model.isBusy.value;
  const form = useRef<HTMLFormElement>(null);
  useRefusal(form, failure);

  useReturn(model.comeBack);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await model.remove();
    if (form.current === null) onLateFailure(model.failure.peek());
  }

  return (
    <form action={domainPath(domain, 'remove')} method="post" ref={form} onSubmit={(event) => void submit(event)}>
      <FormTokens shrimp={effects.shrimp.token.value} />
      <div className="dialog__body">
        <div className="stack" id={TEXT_ID}>
          <p>
            <Slotted text={t('customDomains.remove.which', { domain: SLOT })}>
              <b>
                <bdi>{domain.display_domain}</bdi>
              </b>
            </Slotted>
          </p>
          <p className="muted">{t('customDomains.remove.warning')}</p>
        </div>
        {failure !== null && (
          <Alert kind="danger" role="alert" isFirst>
            <ReadyWords>{failure.message}</ReadyWords>
          </Alert>
        )}
      </div>
      <div className="dialog__foot">
        <button className="btn" type="button" data-first-focus="" onClick={onCancel}>
          {t('customDomains.remove.cancel')}
        </button>
        <button className="btn btn--danger" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {t('customDomains.remove.confirm')}
        </button>
      </div>
    </form>
  );
}
