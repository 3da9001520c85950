import type { Texts } from '#src/i18n/texts.ts';
import { createKeptPages } from '#views/kept/kept-pages.ts';
import type { Latin1 } from '#views/kept/latin1.ts';
import { renderPage } from '#views/page.tsx';
import type { PageAssets } from '#views/page-assets.ts';
import type { Page, PageContext } from '#views/page-props.ts';

export type RenderPage = (page: Page, context: PageContext) => Latin1;

/** Draws pages in the language of their context. */
export function createPageRenderer({ texts, assets }: { texts: Texts; assets: PageAssets }): RenderPage {
  const draw = createKeptPages((page, context, t) => renderPage(page, context, { t, assets }));
  return (page, context) => draw(page, context, texts.translator(context.locale));
}
