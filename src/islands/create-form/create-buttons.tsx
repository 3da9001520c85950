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
  // Never `disabled` while it is sent: that would take the keyboard away.
  const isBusy = busyKind !== null;
  const share = hasMark ? t('create.form.shareMarked') : t('create.form.share');
  return (
    <div className="sheet__foot">
      <button
        className="btn btn--primary"
        type="submit"
        name="kind"
        value="share"
        disabled={isReady && !isBusy && !model.canShare.value}
        aria-disabled={isBusy || undefined}
        aria-busy={busyKind === 'share' || undefined}
      >
        {busyKind === 'share' ? t('create.form.submitting') : share}
      </button>
      <button
        className="btn"
        type="submit"
        name="kind"
        value="generate"
        disabled={isReady && !isBusy && !model.canGenerate.value}
        aria-disabled={isBusy || undefined}
        aria-busy={busyKind === 'generate' || undefined}
      >
        <Icon name="dice" />
        {t('create.form.generate')}
      </button>
      <Said>{isBusy ? t('create.form.submitting') : ''}</Said>
    </div>
  );
}
