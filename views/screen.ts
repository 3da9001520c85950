import type { ReactNode } from 'react';
import type { Translate } from '#src/ui/texts.tsx';
import type { PageContext } from './page-props.ts';

/** What a page gives to the layout around it. */
export interface Screen {
  readonly title: string;
  /** 'slip' has no masthead, navigation or links: only who hosts this. */
  readonly layout: 'default' | 'slip';
  /** Search engines stay away from pages whose address is a key. */
  readonly isIndexed: boolean;
  /** Names of the islands it holds. */
  readonly islands: readonly string[];
  readonly body: ReactNode;
}

export interface ScreenContext {
  readonly context: PageContext;
  readonly t: Translate;
}
