import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { createCopyModel } from './model.ts';

/** The small copy button beside a value: a check mark confirms, and is read out as well. */
export function CopyIcon({ text }: { text: string }) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => createCopyModel(effects));
  const isCopied = model.isCopied.value;
  return (
    <>
      <button
        className={`btn btn--icon needs-script${isCopied ? ' is-copied' : ''}`}
        type="button"
        aria-label={t('copy.button.copy')}
        onClick={() => void model.copy(text)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span className="vh" role="status">
        {isCopied ? t('copy.button.copied') : ''}
      </span>
    </>
  );
}
