import { createContext, useContext } from 'react';
import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';

/** What screens ask about the site. */
export type Site = Pick<SiteGlobalsWire, 'plans_enabled' | 'api_enabled'>;

export const SiteContext = createContext<Site>({ plans_enabled: false, api_enabled: true });

export function useSite(): Site {
  return useContext(SiteContext);
}
