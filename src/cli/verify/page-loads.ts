/** Tags by which a browser could load or run something, or resolve addresses against another base. */
const LOADERS = /<(?:script|link|style|base|iframe|frame|frameset|object|embed|applet|portal)(?![\w-])[^>]*>?/gi;
/** The forms in which our pages write them; what is in brackets must be known. */
const FORMS = [
  /^<script(?: type="module")? src="([^"]*)">$/,
  /^<link rel="(?:stylesheet|modulepreload)" href="([^"]*)">$/,
  /^<link rel="icon" href="([^"]*)" type="image\/svg\+xml">$/,
  /^<script type="application\/json" id="page" data-mount="([^"]*)">$/,
  /^<script type="application\/json" id="page">$/,
];
const BLOCK = /<script type="application\/json" id="page"(?: data-mount="[^"]*")?>([^<]*)<\/script>/g;
/** What only the block of data may carry: scripts look for it by these marks. */
const MARKS = /(?<=[\s"'/])(?:id\s*=\s*["']?page(?![\w-])|data-mount)/gi;
/**
 * What our pages never have: a redirect, and a mark in disguise, its letters written as character references. The first
 * of these comes within the four letters of the mark: looking no further, a page of a million beginnings takes no time.
 */
const NEVER = /http-equiv|(?<=[\s"'/])id\s*=\s*(?:"[^"]{0,4}&|'[^']{0,4}&|[^\s"'>]{0,4}&)/gi;

/**
 * What a page loads that `isKnown` does not know, as it stands there: nothing for a page of ours. This is no parser but
 * stricter than any: wherever a browser could begin to load something, the page must say it as ours do. Text is
 * no such place, since its '<' is written '&lt;', and '\u003c' in data.
 */
export function strangersOn(html: string, isKnown: (path: string) => boolean): readonly string[] {
  const tags = [...html.matchAll(LOADERS)].map(([tag]) => tag);
  const blocks = [...html.matchAll(BLOCK)];
  const rest = html.replaceAll(BLOCK, '');
  return [
    ...tags.flatMap(addressesIn).filter((address) => !isKnown(address)),
    ...blocks.flatMap(([, data = '']) => packsIn(data)).filter((address) => !isKnown(address)),
    ...[...rest.matchAll(MARKS), ...rest.matchAll(NEVER)].map(([found]) => found),
  ];
}

/** What a tag in one of our forms loads; for any other, the tag itself, which nobody knows. */
function addressesIn(tag: string): readonly string[] {
  const match = FORMS.map((form) => form.exec(tag)).find((found) => found !== null);
  return match ? match.slice(1) : [tag];
}

/** The modules that the scripts of a page are told to load. */
function packsIn(data: string): readonly string[] {
  try {
    const { packs }: { packs?: unknown } = JSON.parse(data);
    return Array.isArray(packs) ? packs.map(String) : [data];
  } catch {
    return [data];
  }
}
