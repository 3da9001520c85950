import { type ReactNode, useEffect, useState } from 'react';

/** Around all of an island: marks its place `data-ready` once everything in it listens. Tests press nothing before. */
export function Ready({ place, children }: { readonly place: HTMLElement; readonly children: ReactNode }) {
  const [isListening, setListening] = useState(false);

  // The document tells whoever waits for the island. The effects of a parent run after its children's, and what those
  // have set is drawn together with what is set here.
  useEffect(() => {
    if (isListening) place.dataset.ready = '';
    else setListening(true);
  }, [isListening, place]);

  return children;
}
