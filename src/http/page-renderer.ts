import type { Texts } from '#src/i18n/texts.ts';
import { type PageAssets, renderPage } from '#views/page.tsx';
import type { Page, PageContext } from '#views/page-props.ts';

export type RenderPage = (page: Page, context: PageContext) => string;

/** Stands where the token goes in a page that is drawn for everybody. Nobody can type it into one. */
const TOKEN_PLACE = 'shrimp-goes-here';
const MOST_KEPT = 64;

/**
 * Draws pages. The home page without anything typed is the same for everybody but for its token, so
 * it is drawn once for each language and host, and each visitor's own token is put into it.
 */
export function createPageRenderer(deps: { texts: Texts; assets: PageAssets }): RenderPage {
  const draw: RenderPage = (page, context) =>
    renderPage(page, context, { t: deps.texts.translator(context.locale), assets: deps.assets });
  const kept = new Map<string, readonly string[]>();
  return (page, context) => {
    if (!isSameForEverybody(page)) return draw(page, context);
    const { shrimp, nowMs: _, path: __, ...rest } = context;
    const key = JSON.stringify([page.props, rest]);
    const parts = kept.get(key) ?? draw(page, { ...context, shrimp: TOKEN_PLACE, path: '/' }).split(TOKEN_PLACE);
    if (!kept.has(key)) keep(kept, key, parts);
    return parts.join(shrimp);
  };
}

function isSameForEverybody(page: Page): boolean {
  return page.name === 'home' && page.props.form.secret === '' && page.props.form.error === null;
}

/** Hosts come from outside where the loopback names are served, so the number of pages is bounded. */
function keep(kept: Map<string, readonly string[]>, key: string, parts: readonly string[]): void {
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, parts);
}
