import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { createCopyModel } from './model.ts';

interface CopyControlProps {
  readonly text: string;
  /**
   * 'block' says in words what it does; 'icon' stands beside a value and has a name instead; 'quiet' stands
   * in a row of values and says in words only that it is done.
   */
  readonly look: 'block' | 'icon' | 'quiet';
  /** Instead of 'Copy', where there are several. */
  readonly name?: string;
}

const LOOKS = {
  block: { plain: 'btn--lg btn--block btn--primary', copied: 'btn--lg btn--block is-copied' },
  icon: { plain: 'btn--icon', copied: 'btn--icon is-copied' },
  quiet: { plain: 'btn--quiet btn--icon', copied: 'btn--quiet is-copied' },
} as const;

/** A button that copies: a check mark confirms, and is read out as well. */
export function CopyControl({ text, look, name }: CopyControlProps) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const [model] = useState(() => createCopyModel(effects));
  const isCopied = model.isCopied.value;
  const hasWords = look === 'block' || (look === 'quiet' && isCopied);
  return (
    <>
      <button
        className={`btn needs-script ${isCopied ? LOOKS[look].copied : LOOKS[look].plain}`}
        type="button"
        aria-label={hasWords ? undefined : (name ?? t('copy.button.copy'))}
        onClick={() => void model.copy(text)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
        {hasWords && <span>{isCopied ? t('copy.button.copied') : t('copy.button.copy')}</span>}
      </button>
      <span className="vh" role="status">
        {isCopied ? t('copy.button.copied') : ''}
      </span>
    </>
  );
}
