import type { CreateFormIslandProps } from '#src/islands/create-form/island.tsx';
import { formatLifetime } from '#src/ui/amounts.ts';
import type { CreateFormProps } from '../page-props.ts';

/** Lifetimes in words are made here, once: the browser's `Intl` may word them differently. */
export function createFormIsland(form: CreateFormProps, lang: string): CreateFormIslandProps {
  const { secret, ttlOptionsSeconds, ...rest } = form;
  const lifetimes = ttlOptionsSeconds.map((seconds) => ({ seconds, label: formatLifetime(lang, seconds) }));
  return { ...rest, lifetimes, initialText: secret, isPrefilled: secret !== '', hasMark: false, isOwned: true };
}
