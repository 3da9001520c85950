import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { createCopyModel } from './model.ts';

/** The large Copy button; its confirmation is read out as well. */
export function CopyButton({ text }: { text: string }) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => createCopyModel(effects));
  const isCopied = model.isCopied.value;
  return (
    <>
      <button
        className={`btn btn--lg btn--block needs-script ${isCopied ? 'is-copied' : 'btn--primary'}`}
        type="button"
        onClick={() => void model.copy(text)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
        <span>{isCopied ? t('copy.button.copied') : t('copy.button.copy')}</span>
      </button>
      <span className="vh" role="status">
        {isCopied ? t('copy.button.copied') : ''}
      </span>
    </>
  );
}
