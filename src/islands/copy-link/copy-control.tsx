import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { createCopyModel } from './model.ts';

interface CopyControlProps {
  readonly text: string;
  /** 'block' says in words what it does; 'icon' stands beside a value and has a name instead. */
  readonly look: 'block' | 'icon';
}

/** A button that copies: a check mark confirms, and is read out as well. */
export function CopyControl({ text, look }: CopyControlProps) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => createCopyModel(effects));
  const isCopied = model.isCopied.value;
  const isBlock = look === 'block';
  const size = isBlock ? 'btn--lg btn--block' : 'btn--icon';
  const state = isCopied ? 'is-copied' : isBlock ? 'btn--primary' : '';
  return (
    <>
      <button
        className={`btn ${size} needs-script ${state}`}
        type="button"
        aria-label={isBlock ? undefined : t('copy.button.copy')}
        onClick={() => void model.copy(text)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
        {isBlock && <span>{isCopied ? t('copy.button.copied') : t('copy.button.copy')}</span>}
      </button>
      <span className="vh" role="status">
        {isCopied ? t('copy.button.copied') : ''}
      </span>
    </>
  );
}
