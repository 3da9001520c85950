import type { ReadonlySignal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type PageTexts, TextsContext } from '#src/ui/texts.tsx';

/** Everything inside speaks the language of the signal, and draws itself anew when that changes. */
export function Spoken({ texts, children }: { texts: ReadonlySignal<PageTexts>; children: ReactNode }) {
  useSignals();
  return <TextsContext value={texts.value}>{children}</TextsContext>;
}
