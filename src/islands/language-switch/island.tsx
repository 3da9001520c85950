import { useCallback, useState } from 'react';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { useOpener } from '../dialog/opener.ts';
import { updateLocale } from '../settings/api.ts';
import { createLanguageSwitch } from './model.ts';

export interface LanguageSwitchProps {
  readonly locales: readonly string[];
}

/** Marks links that switch: its value is the code. Without script they lead to a page that does it. */
export const SWITCH = 'data-switch-locale';

/** Draws nothing: the links stand in the page. */
export function LanguageSwitchLinks({ locales }: LanguageSwitchProps) {
  const { t } = useTexts();
  const { client, reload, log } = useEffects();
  const [model] = useState(() => {
    const update = (locale: string) => updateLocale(client, locale, t);
    return createLanguageSwitch({ locales, updateLocale: update, reload, log });
  });
  const follow = useCallback((link: Element) => void model.switchTo(link.getAttribute(SWITCH) ?? ''), [model]);
  useOpener(SWITCH, follow);
  return null;
}
