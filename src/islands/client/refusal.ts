import { type RefObject, useEffect, useRef } from 'react';
import { SLOT } from '#src/ui/slotted.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';

/**
 * Leads back to what has to be put right. For as long as something is refused the tab is named after it, and with
 * each refusal the keyboard goes to the first wrong field in this place, or to the words where no field is wrong.
 */
export function useRefusal(place: RefObject<HTMLElement | null>, refusal: unknown): void {
  const { t } = useTexts();
  useLeadBack(place, refusal);

  // The name of the tab belongs to the document, and may begin so already where the server has refused.
  useEffect(() => {
    if (refusal === null) return;
    let plain = '';
    let refused = '';
    const rename = () => {
      // The observer tells of this change, too.
      if (document.title === refused) return;
      plain = plainTitle(document.title, t);
      refused = t('shell.page.refused', { title: plain });
      document.title = refused;
    };
    rename();
    // When the language changes, the page and the screen in it name the tab anew.
    const changes = new MutationObserver(rename);
    changes.observe(document.head, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      if (document.title === refused) document.title = plain;
    };
  }, [refusal, t]);
}

/** The half of it that moves the keyboard: for a refusal that comes with a form of its own. */
export function useLeadBack(place: RefObject<HTMLElement | null>, refusal: unknown): void {
  const drawn = useRef(refusal);

  // The keyboard is the browser's; on a page that came refused it stands there by itself.
  useEffect(() => {
    if (refusal === null || refusal === drawn.current) return;
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find('[role="alert"]'))?.focus();
  }, [refusal, place]);
}

/** A title without what a refusal puts around it. */
export function plainTitle(title: string, t: Translate): string {
  const [before = '', after = ''] = t('shell.page.refused', { title: SLOT }).split(SLOT);
  const isRefused = title.startsWith(before) && title.endsWith(after);
  return isRefused ? title.slice(before.length, title.length - after.length) : title;
}
