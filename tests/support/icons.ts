import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Icon, type IconName } from '#src/ui/icon.tsx';

/** The path that an icon is drawn with, to tell on a page which one it is. */
export function strokesOf(name: IconName): string {
  return / d="([^"]+)"/.exec(renderToString(createElement(Icon, { name })))?.[1] ?? '';
}
