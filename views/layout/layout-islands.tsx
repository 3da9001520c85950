import type { ReactElement } from 'react';
import { Island } from '#src/islands/island.tsx';
import { Settings } from '#src/islands/settings/island.tsx';
import type { PageContext } from '../page-props.ts';
import type { Frame } from './frame.ts';
import { listedRegions } from './regions.ts';

export interface LayoutIsland {
  readonly name: string;
  readonly element: ReactElement;
}

/** The islands that come with a layout, whatever its screen holds. */
export function layoutIslands(frame: Frame, context: PageContext): readonly LayoutIsland[] {
  const hasSettings = frame.header === 'full' && context.globals.customer !== null;
  return hasSettings ? [settings(context)] : [];
}

function settings({ languages, locale, globals }: PageContext): LayoutIsland {
  const props = { languages, locale, regions: listedRegions(globals) };
  return { name: 'settings', element: <Island key="settings" name="settings" component={Settings} props={props} /> };
}
