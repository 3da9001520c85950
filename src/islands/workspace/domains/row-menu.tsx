import { useSignals } from '@preact/signals-react/runtime';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { domainPath } from '../domain-paths.ts';
import { lacksDomains } from '../domain-plan.tsx';

interface RowMenuProps {
  readonly domain: DomainWire;
  readonly onRemove: () => void;
}

/** What can be done with a domain. One menu is open at a time, by its name; without script too. */
export function RowMenu({ domain, onRemove }: RowMenuProps) {
  useSignals();
  const { t } = useTexts();
  const { auth } = useEffects();
  const { menu, opener, close, ...listeners } = useMenu();

  function remove(): void {
    close();
    // The dialog gives the keyboard back to where it was when it opened: not to what is hidden by then.
    opener.current?.focus();
    onRemove();
  }

  return (
    <details className="menu" name="domain-menu" ref={menu} {...listeners}>
      <summary
        className="btn btn--icon btn--quiet"
        ref={opener}
        aria-label={t('customDomains.menu.name', { domain: domain.display_domain })}
      >
        <Icon name="more" />
      </summary>
      <div className="menu__panel">
        <a className="menu__item" href={domainPath(domain, 'verify')}>
          {t('customDomains.menu.review')}
        </a>
        {!lacksDomains(auth) && (
          <a className="menu__item" href={domainPath(domain, 'brand')}>
            {t('customDomains.menu.appearance')}
          </a>
        )}
        <button className="menu__item menu__item--danger needs-script" type="button" onClick={remove}>
          {t('customDomains.menu.remove')}
        </button>
        <RemoveForm domain={domain} />
      </div>
    </details>
  );
}

/** Closes with Escape, which gives the keyboard back, with a press outside, and when the keyboard goes on. */
function useMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const opener = useRef<HTMLElement>(null);

  // A press anywhere else on the page closes the menu.
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);

  function close(): void {
    if (menu.current) menu.current.open = false;
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || !menu.current?.open) return;
    close();
    opener.current?.focus();
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
  }

  return { menu, opener, close, onKeyDown, onBlur };
}

/** Asks first, without script: the question opens inside the menu. */
function RemoveForm({ domain }: { domain: DomainWire }) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  return (
    <details className="without-script">
      <summary className="menu__item menu__item--danger">{t('customDomains.menu.remove')}</summary>
      <form className="menu__ask stack stack--sm" action={domainPath(domain, 'remove')} method="post" data-once="">
        <FormTokens shrimp={shrimp.token.value} />
        <p>{t('customDomains.remove.warning')}</p>
        <button className="btn btn--danger" type="submit">
          {t('customDomains.remove.confirm')}
        </button>
      </form>
    </details>
  );
}
