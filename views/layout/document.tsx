import { renderToString } from 'react-dom/server';
import { createServerEffects, EffectsContext } from '#src/islands/client/effects.tsx';
import { type PageGlobals, pageGlobalsOf } from '#src/islands/page-globals.ts';
import { escapeHtml } from '#src/ui/escape-html.ts';
import { TextsContext, type Translate } from '#src/ui/texts.tsx';
import type { PageAssets } from '../page-assets.ts';
import type { PageContext } from '../page-props.ts';
import type { Screen } from '../screen.ts';
import { escapeJson } from './escape-json.ts';
import { hasFeedbackLink } from './footer.tsx';
import { frameOf } from './frame.ts';
import { Layout } from './layout.tsx';
import { layoutIslands } from './layout-islands.tsx';

/** The document around a screen. The head is written by hand: it is on every page and never changes shape. */
export function renderDocument(screen: Screen, context: PageContext, t: Translate, assets: PageAssets): string {
  const title = escapeHtml(titleOf(screen, context, t));
  return `<!doctype html>
<html lang="${escapeHtml(context.lang)}" dir="${context.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${screen.isIndexed ? '' : '<meta name="robots" content="noindex, nofollow">\n'}<title>${title}</title>
<link rel="icon" href="${assets.favicon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.stylesheet}">
${accentLink(context)}<script src="${assets.earlyScript}"></script>
${islandScripts(screen, context, assets)}</head>
<body>
${renderBody(screen, context, t)}
</body>
</html>
`;
}

/** A refusal stands around the whole, as the islands put it there and take it away again. */
function titleOf({ title, isRefused = false }: Screen, { brand, siteName }: PageContext, t: Translate): string {
  const whole = t('shell.page.title', { title, site: brand?.name ?? siteName });
  return isRefused ? t('shell.page.refused', { title: whole }) : whole;
}

/** After the main stylesheet: it changes the one token that all accents come from. */
function accentLink({ brand }: PageContext): string {
  return brand?.stylesheet ? `<link rel="stylesheet" href="${escapeHtml(brand.stylesheet)}">\n` : '';
}

function renderBody(screen: Screen, context: PageContext, t: Translate): string {
  return renderToString(
    <TextsContext value={{ t, lang: context.lang }}>
      <EffectsContext value={createServerEffects(context.shrimp, context.globals.customer)}>
        <Layout screen={screen} context={context} />
      </EffectsContext>
    </TextsContext>,
  );
}

/** For a page without islands nothing but what the early script needs to open the feedback dialog. */
function islandScripts(screen: Screen, context: PageContext, assets: PageAssets): string {
  const frame = frameOf(screen);
  const islands = [...screen.islands, ...layoutIslands(frame, context).map(({ name }) => name)];
  const packs = packsOf(islands, context.locale, assets);
  const block = (attribute = '') =>
    `<script type="application/json" id="page"${attribute}>${escapeJson(pageGlobals(context, packs))}</script>\n`;
  if (islands.length === 0) return hasFeedbackLink(frame, context) ? block(` data-mount="${assets.mountScript}"`) : '';
  const needed = islands.flatMap((name) => assets.islandScripts[name] ?? []);
  const preloads = [...new Set([...assets.mountPreloads, ...needed, ...packs])]
    .map((url) => `<link rel="modulepreload" href="${url}">\n`)
    .join('');
  return `${preloads}${block()}<script type="module" src="${assets.mountScript}"></script>\n`;
}

function pageGlobals({ lang, shrimp, globals }: PageContext, packs: readonly string[]): PageGlobals {
  return { lang, shrimp, packs, globals: pageGlobalsOf(globals) };
}

function packsOf(islands: readonly string[], locale: string, assets: PageAssets): string[] {
  const packs = [assets.packs, ...islands.map((name) => assets.islandPacks[name])];
  return packs.flatMap((byLocale) => byLocale?.[locale] ?? byLocale?.en ?? []);
}
