import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef } from 'react';
import { FieldError, fieldState } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { ShareDomainModel } from './share-domain.ts';

interface ShareDomainFieldProps {
  readonly model: ShareDomainModel;
  readonly error: string | null;
}

export function ShareDomainField({ model, error }: ShareDomainFieldProps) {
  useSignals();
  const { t } = useTexts();
  const select = useRef<HTMLSelectElement>(null);
  const errorId = error === null ? null : 'share_domain-error';

  // Brings the model in step with the document, which may know more by now, and with local storage.
  useEffect(() => {
    if (select.current) model.takeOver(select.current.value);
  }, [model]);

  return (
    <div className="field">
      <label className="label" htmlFor="share_domain">
        {t('create.privacy.domain')}
      </label>
      <span className="select-wrap">
        <select
          className="select"
          id="share_domain"
          name="share_domain"
          ref={select}
          value={model.chosen.value.name}
          {...fieldState('share_domain-hint', errorId)}
          onChange={(event) => model.choose(event.currentTarget.value)}
        >
          {model.choices.map(({ name, host }) => (
            <option key={name} value={name}>
              {host}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
      <p className="hint" id="share_domain-hint">
        {t('create.privacy.domainHint')}
      </p>
      {error !== null && errorId !== null && <FieldError id={errorId} message={error} />}
    </div>
  );
}
