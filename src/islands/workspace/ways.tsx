import { createContext, useContext } from 'react';

/** What a screen may ask of the workspace around it. */
export interface Ways {
  /**
   * Shows the screen at a path in place of this one, with news for it; does nothing if this one is no longer shown.
   * Rejects if the screen cannot be shown.
   */
  replaceBy(path: string, notice: string, isShown: () => boolean): Promise<void>;
  /** Says that the tabs and the creation form no longer hold all there is. */
  outdate(): void;
}

export const WaysContext = createContext<Ways>({ replaceBy: async () => {}, outdate: () => {} });

export function useWays(): Ways {
  return useContext(WaysContext);
}
