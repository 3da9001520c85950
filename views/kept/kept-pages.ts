import type { RecentEntry } from '#src/islands/workspace/recent/lists.ts';
import type { Translate } from '#src/ui/texts.tsx';
import type { CreateFormProps, Page, PageContext } from '../page-props.ts';
import type { WorkspaceProps } from '../workspace/workspace-props.ts';
import { nameForNobody } from './context-name.ts';
import { type Latin1, latin1Of } from './latin1.ts';
import { blankContext, fitAnywhere, gapsOf, marksOf, ownValuesOf } from './own-values.ts';
import { createRecentRows, drawItem } from './recent-rows.tsx';
import { compileTemplate, type Gaps, type Template } from './template.ts';
import { blankSecret, pathOfSecret, secretGaps, secretMarks } from './waiting-secret.ts';

export type DrawPage = (page: Page, context: PageContext, t: Translate) => string;

/** The page as it goes out. */
export type DrawKeptPage = (page: Page, context: PageContext, t: Translate) => Latin1;

type RecentProps = Extract<WorkspaceProps, { screen: 'recent' }>;

/** Hosts come from outside where the loopback names are served, so the number of pages is bounded. */
const MOST_KEPT = 64;

/** What a mark can look like: words of the operator might hold it. */
const LIKE_A_MARK = /[\ue000-\uf8ff]|987654321/;

/** Stand for the entries of a list in a page that is drawn for everybody. */
const WAITING: RecentEntry = blankEntry('\ue010', false);
const OVER: RecentEntry = blankEntry('\ue011', true);

/**
 * Draws pages. Those that are asked for often, and are the same for everybody but for a few values (home, secrets that
 * wait, dashboard, recent secrets), are drawn once for each language, host and plan. What belongs to a visitor never
 * enters what is kept: it is drawn with marks, and each answer gets its own values in their place.
 */
export function createKeptPages(draw: DrawPage): DrawKeptPage {
  const kept = new Map<string, Template>();
  // Apart: there are many of them in many languages, and they would crowd out those that are asked for most.
  const keptPublic = new Map<string, Template>();
  const rows = createRecentRows();
  return (page, context, t) => {
    // Public pages for nobody are kept as they go out, by src/http/public-pages.ts.
    const isKeptElsewhere = isPublic(page) && context.globals.customer === null;
    const blank = isKeptElsewhere ? null : blankPage(page);
    const own = ownValuesOf(context);
    const isAtHome = page.name !== 'secret' || context.path === pathOfSecret(page);
    // A brand's words could look like a mark, and its pages would crowd out those that are asked for most.
    if (blank === null || !isAtHome || context.brand !== null || !fitAnywhere(own))
      return latin1Of(draw(page, context, t));
    const { lang, globals } = context;
    const texts = { t, lang };
    const blankOf = () => blankContext(context, pathOf(blank));
    const key = JSON.stringify([blank, globals.customer === null ? nameForNobody(context) : blankOf()]);
    const make = () =>
      encoded(compileTemplate(draw(blank, blankOf(), t), new Map([...marksOf(lang), ...marksOfPage(blank, texts)])));
    const room = isPublic(page) ? keptPublic : kept;
    const template = room.get(key) ?? keep(room, key, make());
    return fill(template, gapsOf(own, lang), gapsOfPage(page));

    function gapsOfPage(full: Page): Gaps {
      if (full.name === 'secret') return secretGaps(full.props, lang);
      if (!isRecent(full)) return {};
      const { notreceived, received } = full.props.list.details;
      return { waiting: () => rows.html(notreceived, texts), over: () => rows.html(received, texts) };
    }
  };
}

/** Its texts as they go out; the names of its gaps stay. */
function encoded(template: Template): Template {
  return template.map((part, at) => (at % 2 === 1 ? part : latin1Of(part)));
}

/** Fills the gaps; a value is only made if there is a gap for it. */
function fill(template: Template, own: Gaps, ofPage: Gaps): Latin1 {
  let html = '';
  for (let at = 0; at < template.length; at += 1) {
    const part = template[at] ?? '';
    html += at % 2 === 1 ? latin1Of((own[part] ?? ofPage[part])?.() ?? '') : part;
  }
  return html as Latin1;
}

/** The page with nothing of anybody in it; null for one that is always drawn anew. */
function blankPage(page: Page): Page | null {
  if (isPublic(page)) return LIKE_A_MARK.test(JSON.stringify(page)) ? null : page;
  if (page.name === 'secret') return blankSecret(page);
  if (page.name === 'home') return isUntouched(page.props.form) ? page : null;
  if (page.name !== 'workspace' || !isUntouched(page.props.form) || page.domains.count > 0) return null;
  if (page.props.screen === 'dashboard') return { ...page, recordCount: 0 };
  return isRecent(page) ? { ...page, recordCount: 0, props: blankRecent(page.props) } : null;
}

function isPublic({ name }: Page): boolean {
  return name === 'pricing' || name === 'article' || name === 'translations' || name === 'reference';
}

function isUntouched({ secret, passphrase, recipient, shareDomain, error }: CreateFormProps): boolean {
  return secret === '' && passphrase === '' && recipient === '' && shareDomain === '' && error === null;
}

function isRecent(page: Page): page is Page & { name: 'workspace'; props: RecentProps } {
  return page.name === 'workspace' && page.props.screen === 'recent';
}

function pathOf(page: Page): string {
  if (page.name === 'secret') return pathOfSecret(page);
  return page.name === 'workspace' ? `/${page.props.screen}` : '/';
}

/** At most one entry in each half: an empty half looks different from one that has any. */
function blankRecent({ list, ...props }: RecentProps): RecentProps {
  const { has_items, notreceived, received } = list.details;
  const details = {
    has_items,
    notreceived: notreceived.length > 0 ? [WAITING] : [],
    received: received.length > 0 ? [OVER] : [],
  };
  return { ...props, list: { count: 0, details } };
}

function blankEntry(mark: string, isOver: boolean): RecentEntry {
  const flags = { is_received: isOver, is_burned: false, is_expired: false, is_destroyed: isOver };
  return { key: mark, shortkey: mark, stamp: '', recipients: '', show_recipients: false, ...flags };
}

function marksOfPage(page: Page, texts: Parameters<typeof drawItem>[1]) {
  return page.name === 'secret' ? secretMarks(texts.lang) : listMarks(texts);
}

function listMarks(texts: Parameters<typeof drawItem>[1]): readonly (readonly [mark: string, gap: string])[] {
  return [
    [drawItem(WAITING, texts), 'waiting'],
    [drawItem(OVER, texts), 'over'],
  ];
}

function keep(kept: Map<string, Template>, key: string, template: Template): Template {
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, template);
  return template;
}
