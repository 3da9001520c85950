import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useEffect, useRef } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { ReadyWords } from '#src/ui/ready-words.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { useRefusal } from '../../client/refusal.ts';
import { Dialog } from '../../dialog/dialog.tsx';
import { domainPath } from '../domain-paths.ts';
import type { Removal, RemovalsModel } from './model.ts';

const ID = 'remove-domain';
const TEXT_ID = `${ID}-text`;

/** Asks before a domain goes: its links stop with it. */
export function RemoveDialog({ model }: { model: RemovalsModel }) {
  useSignals();
  const { t } = useTexts();
  const asked = model.asked.value;
  return (
    <Dialog
      id={ID}
      title={t('customDomains.remove.title')}
      isOpen={asked !== null}
      textId={TEXT_ID}
      onClose={model.close}
    >
      {asked !== null && <RemoveForm key={asked.domain.identifier} {...asked} model={model} />}
    </Dialog>
  );
}

function RemoveForm({ domain, model, ...removal }: Removal & { readonly model: RemovalsModel }) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const failure = removal.failure.value;
  const isBusy = removal.isBusy.value;
  const form = useRef<HTMLFormElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useRefusal(form, failure);

  // In an open dialog it takes the place of a form about another domain, and the keyboard went with that one.
  useEffect(() => {
    if (cancel.current?.closest('dialog')?.open) cancel.current.focus();
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void model.remove();
  }

  return (
    <form action={domainPath(domain, 'remove')} method="post" ref={form} onSubmit={submit}>
      <FormTokens shrimp={shrimp.token.value} />
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
        <button className="btn" type="button" data-first-focus="" ref={cancel} onClick={model.close}>
          {t('customDomains.remove.cancel')}
        </button>
        <button className="btn btn--danger" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {t('customDomains.remove.confirm')}
        </button>
      </div>
    </form>
  );
}
