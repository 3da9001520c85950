import { useCallback, useState } from 'react';
import { useEffects } from '../client/effects.tsx';
import { useOpener } from '../dialog/opener.ts';
import { createLanguageSwitch } from './model.ts';

export interface LanguageSwitchProps {
  readonly locales: readonly string[];
}

/** Marks links that switch: its value is the code. Without script they lead to a page that does it. */
const SWITCH = 'data-switch-locale';

/** Draws nothing: the links stand in the page. */
export function LanguageSwitchLinks({ locales }: LanguageSwitchProps) {
  const { changeLanguage, log, warn } = useEffects();
  const [model] = useState(() => createLanguageSwitch({ locales, changeLanguage, log, warn }));
  const follow = useCallback((link: Element) => void model.switchTo(link.getAttribute(SWITCH) ?? ''), [model]);
  useOpener(SWITCH, follow);
  return null;
}
