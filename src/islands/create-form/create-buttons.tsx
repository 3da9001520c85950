import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { Said } from '#src/ui/said.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { CreateFormModel } from './model.ts';

/** Share and generate. Both work without script; with it, the one that makes no sense is off. */
export function CreateButtons({ model, hasMark }: { model: CreateFormModel; hasMark: boolean }) {
  useSignals();
  const { t } = useTexts();
  const [isReady, setReady] = useState(false);

  // The server's HTML leaves both buttons on, for browsers where no script will follow.
  useEffect(() => setReady(true), []);

  const busyKind = model.busyKind.value;
  const share = hasMark ? t('create.form.shareMarked') : t('create.form.share');
  return (
    <div className="sheet__foot">
      <button
        className="btn btn--primary"
        type="submit"
        name="kind"
        value="share"
        disabled={isReady && !model.canShare.value}
        aria-busy={busyKind === 'share' || undefined}
      >
        {busyKind === 'share' ? t('create.form.submitting') : share}
      </button>
      <button
        className="btn"
        type="submit"
        name="kind"
        value="generate"
        disabled={isReady && !model.canGenerate.value}
        aria-busy={busyKind === 'generate' || undefined}
      >
        <Icon name="dice" />
        {t('create.form.generate')}
      </button>
      <Said>{busyKind === null ? '' : t('create.form.submitting')}</Said>
    </div>
  );
}
