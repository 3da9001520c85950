import type { FooterName, HeaderName, Screen } from '../screen.ts';

/** What a layout puts around a screen. */
export interface Frame {
  readonly header: HeaderName;
  readonly footer: FooterName;
  readonly mainClass: string;
  /** False where even a colonel sees no way to the colonel's pages. */
  readonly hasColonelLink: boolean;
}

const MAIN_CLASSES = {
  form: 'main',
  card: 'main main--card',
  app: 'main main--app',
} as const;

export function frameOf({ layout, main = 'form', header = 'brand', footer = 'bare' }: Screen): Frame {
  const mainClass = MAIN_CLASSES[main];
  switch (layout) {
    case 'default':
      return { header: 'full', footer: 'full', mainClass, hasColonelLink: true };
    case 'wide':
      return { header: 'full', footer: 'full', mainClass: 'main main--wide', hasColonelLink: true };
    case 'quiet':
      return { header, footer, mainClass, hasColonelLink: false };
    case 'slip':
      return { header: 'none', footer: 'powered', mainClass: 'main main--slip', hasColonelLink: false };
  }
}
