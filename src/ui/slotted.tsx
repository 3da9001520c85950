import type { ReactNode } from 'react';

/** Pass this as the value of the place in the text that the element is to take. */
export const SLOT = '\u{F8FF}';

/**
 * A text with an element in it, so that every language can put the element where it belongs. Its parts are elements,
 * too: the browser's translator replaces bare text by elements of its own, and React would look for the text in vain.
 */
export function Slotted({ text, children }: { text: string; children: ReactNode }) {
  const [before, after] = text.split(SLOT);
  return (
    <>
      {before && <span>{before}</span>}
      {children}
      {after && <span>{after}</span>}
    </>
  );
}
