import { useState } from 'react';
import { useTexts } from './texts.tsx';

/**
 * Words that came ready to read: when the page changes its language, they stay in theirs and are marked with it, so
 * that they are read out and set as before.
 */
export function ReadyWords({ children: words }: { children: string }) {
  const { lang } = useTexts();
  const [came, setCame] = useState({ words, lang });
  if (came.words !== words) setCame({ words, lang });
  const isForeign = came.lang !== lang;
  return (
    <span lang={isForeign ? came.lang : undefined} dir={isForeign ? 'auto' : undefined}>
      {words}
    </span>
  );
}
