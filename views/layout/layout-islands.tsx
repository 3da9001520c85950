import type { ReactElement } from 'react';
import type { UpgradeOffer } from '#src/features/plans/plan-wire.ts';
import { Island } from '#src/islands/island.tsx';
import { Settings } from '#src/islands/settings/island.tsx';
import { Upgrade } from '#src/islands/upgrade/island.tsx';
import type { PageContext } from '../page-props.ts';
import type { Frame } from './frame.ts';
import { listedRegions } from './regions.ts';

export interface LayoutIsland {
  readonly name: string;
  readonly element: ReactElement;
}

/** The islands that come with a layout, whatever its screen holds. */
export function layoutIslands(frame: Frame, context: PageContext): readonly LayoutIsland[] {
  if (frame.header !== 'full' || context.globals.customer === null) return [];
  return context.upgrade === null ? [settings(context)] : [settings(context), upgrade(context.upgrade)];
}

function settings({ languages, locale, globals }: PageContext): LayoutIsland {
  const { authentication } = globals;
  const props = { languages, locale, authentication, regions: listedRegions(globals) };
  return { name: 'settings', element: <Island key="settings" name="settings" component={Settings} props={props} /> };
}

function upgrade(props: UpgradeOffer): LayoutIsland {
  return { name: 'upgrade', element: <Island key="upgrade" name="upgrade" component={Upgrade} props={props} /> };
}
