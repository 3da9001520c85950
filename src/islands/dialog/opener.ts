import { useEffect } from 'react';

/**
 * Lets links of the page open a dialog instead of leading to the page that holds the same content.
 * `attribute` marks the links: 'data-settings-open'. A press that asks for a new tab still gets one.
 */
export function useOpener(attribute: string, open: (link: Element) => void): void {
  // The links stand outside the island, in the header and footer of the page.
  useEffect(() => listenForPress(attribute, open), [attribute, open]);
}

/** The same before there is an island. What it returns ends it. */
export function listenForPress(attribute: string, open: (link: Element) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest(`[${attribute}]`) : null;
    if (!isPlain || link === null) return;
    event.preventDefault();
    open(link);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}
