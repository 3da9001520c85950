import type { ReactNode } from 'react';
import type { Translate } from '#src/ui/texts.tsx';
import type { PageContext } from './page-props.ts';

/** 'full': logo and account. 'brand': the logo alone. */
export type HeaderName = 'full' | 'brand' | 'none';

/** 'full': links, version, tools. 'plain': without the links. 'bare': the tools alone. 'powered': who hosts this. */
export type FooterName = 'full' | 'plain' | 'bare' | 'powered' | 'none';

/** What a page gives to the layout around it. */
export interface Screen {
  readonly title: string;
  /** What was sent to it was not taken: the first thing to be read out of it. */
  readonly isRefused?: boolean;
  /**
   * 'default' and 'wide' have header and footer in full. 'quiet' has those that `header` and `footer`
   * name. 'slip' has no masthead, navigation or links: only who hosts this.
   */
  readonly layout: 'default' | 'wide' | 'quiet' | 'slip';
  /** How wide the main part of a default or quiet page is; 'form' if left out. */
  readonly main?: 'form' | 'card' | 'app';
  /** Quiet pages only; 'brand' if left out. */
  readonly header?: HeaderName;
  /** Quiet pages only; 'bare' if left out. */
  readonly footer?: FooterName;
  /** Search engines stay away from pages whose address is a key. */
  readonly isIndexed: boolean;
  /** It says how things are at the moment: a browser that brings it back as it was left loads it anew. */
  readonly goesStale?: boolean;
  /** Names of the islands it holds. */
  readonly islands: readonly string[];
  readonly body: ReactNode;
}

export interface ScreenContext {
  readonly context: PageContext;
  readonly t: Translate;
}
