import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { rememberTyped } from './typed-fields.ts';

/** Around all of an island: marks its place `data-ready` once everything in it listens. Tests press nothing before. */
export function Ready({ place, children }: { readonly place: HTMLElement; readonly children: ReactNode }) {
  const [giveBack, setGiveBack] = useState<(() => void) | null>(() => rememberTyped(place));

  // If the document is not as the server drew it, React draws its fields anew: filled before anybody sees them empty.
  useLayoutEffect(() => giveBack?.(), [giveBack]);

  // The document tells whoever waits for the island. The effects of a parent run after its children's, and what those
  // have set is drawn together with what is set here.
  useEffect(() => {
    if (giveBack === null) place.dataset.ready = '';
    else setGiveBack(null);
  }, [giveBack, place]);

  return children;
}
