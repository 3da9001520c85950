import { renderToStaticMarkup } from 'react-dom/server';
import { Icon } from '#src/ui/icon.tsx';

/** Whether a version is supported, by sign and colour beside its words, for HTML that React does not draw. */
export function supportHtml(isSupported: boolean, words: string): string {
  return renderToStaticMarkup(
    <span className={isSupported ? 'pill pill--ok' : 'pill'}>
      <Icon name={isSupported ? 'check' : 'close'} variant="icon--sm" />
      {words}
    </span>,
  );
}
