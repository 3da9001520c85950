import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useLasting } from '../../client/effects.tsx';
import { useLeadBack } from '../../client/refusal.ts';
import { CreateForm } from '../../create-form/island.tsx';
import type { LateRefusal } from '../../create-form/model.ts';
import type { ScreenProps } from '../screens.ts';
import { useWays } from '../ways.tsx';
import { LinkReady, StillWaiting } from './late-news.tsx';
import { createLateForms, type LateForms, type RefusedForm } from './model.ts';

const NAME = 'dashboard';

/** What the form holds that stands here. */
interface Begun {
  readonly nth: number;
  readonly refused: RefusedForm | null;
  /** Of the secret that was shared from the form before. */
  readonly privateUrl: string | null;
}

export function DashboardScreen({ form }: ScreenProps['dashboard']) {
  useSignals();
  const { t } = useTexts();
  const { outdate } = useWays();
  const { auth, lasting, go } = useEffects();
  const late = useLasting(NAME, createLateForms);
  const place = useRef<HTMLDivElement>(null);
  const [begun, begin] = useState<Begun>(() => ({ nth: 0, refused: late.take(), privateUrl: null }));
  const { nth, refused, privateUrl } = begun;
  const first = late.first.value;
  useLeadBack(place, privateUrl === null ? refused : null);

  // What stands in the form is in the document alone. Before it is painted: words for a moment help nobody.
  useLayoutEffect(takeTurn);

  // Whoever empties the form and leaves it makes it free; on the way to a button of it they have something in mind.
  useEffect(() => {
    const onLeft = ({ relatedTarget }: FocusEvent) => {
      if (!place.current?.contains(relatedTarget as Node | null)) takeTurn();
    };
    const listened = place.current;
    listened?.addEventListener('focusout', onLeft);
    return () => listened?.removeEventListener('focusout', onLeft);
  });

  function takeTurn(): void {
    const isFree = refused === null && isUntouched(place.current);
    if (isFree && late.first.peek() !== null) beginAnew(null);
  }

  function beginAnew(url: string | null): void {
    const taken = late.take();
    begin((before) => ({ nth: before.nth + 1, refused: taken, privateUrl: url }));
  }

  function keep(refusal: LateRefusal): void {
    if (!auth.isAuthenticated.peek()) return;
    const next = (lasting.find(NAME) as LateForms | undefined) ?? createLateForms();
    next.add(refusal);
    if (!lasting.isShown(NAME)) lasting.keep(NAME, next);
  }

  /** Another page would be the end of what waits. */
  function goOn(url: string): void {
    if (late.first.peek() === null) go(url);
    else {
      outdate();
      beginAnew(url);
    }
  }

  return (
    <div className="dash" ref={place}>
      <h1 tabIndex={-1} className="vh">
        {t('workspace.title.dashboard')}
      </h1>
      {privateUrl !== null && <LinkReady key={privateUrl} url={privateUrl} />}
      <CreateForm key={nth} {...form} {...refused} onShared={goOn} onMissed={outdate} onRefusedLate={keep} />
      {first !== null && <StillWaiting reason={first.error.message} />}
      <p className="footnote">{t('dashboard.page.footnote')}</p>
    </div>
  );
}

/** Nobody has begun to write, and nothing is on its way. */
function isUntouched(place: HTMLElement | null): boolean {
  const fields = place?.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('#secret, #passphrase, #recipient');
  return [...(fields ?? [])].every(({ value }) => value === '') && !place?.querySelector('[aria-busy=true]');
}
