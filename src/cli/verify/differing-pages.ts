import { createKeyMaker, type RandomBytes } from '#src/crypto/ids.ts';
import { accentAt, accentStylesheet } from '#src/features/domains/accent-css.ts';
import type { ServedList } from '#src/http/served-list.ts';
import { foreignText, maskKeys } from '../terminal/printable.ts';
import type { Difference } from './differing-files.ts';
import type { Found, Instance } from './instance.ts';
import { strangersOn } from './page-loads.ts';

const MAX_PAGE_BYTES = 1024 * 1024;
/** The most that is looked at of what a page loads and nobody knows, and of its owner's colours. */
const MAX_OF_A_PAGE = 20;
/** Headers by which a page could load or lead away without a word in it. Ours send none. */
const LOADING_HEADERS = ['link', 'refresh'];
const PAGE_TYPE = 'text/html; charset=utf-8';
const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** Everybody may see these, and each is drawn in a way of its own; what a site does not offer is a page that says so. */
const PAGES = ['/', '/signin', '/info/privacy'];

export interface LookedAtPages {
  readonly asked: number;
  readonly differences: readonly Difference[];
}

/** Pages that stand under another policy than ours, or load what is not of this release. */
export async function differingPages(
  instance: Instance,
  list: ServedList,
  randomBytes: RandomBytes,
): Promise<LookedAtPages> {
  const files = new Set(list.files.map(({ path }) => path));
  const accents = new Set<string>();
  const isKnown = (path: string) => {
    const isAccent = accentAt(path) !== undefined && accents.size < MAX_OF_A_PAGE;
    if (isAccent) accents.add(path);
    return isAccent || files.has(path);
  };
  // The page of a secret that does not exist: nobody's link is needed to look.
  const paths = [...PAGES, `/secret/${createKeyMaker(randomBytes).secretKey()}`];
  const differences: Difference[] = [];
  for (const path of paths) {
    const found = await instance.get(path, { coding: 'identity', maxBytes: MAX_PAGE_BYTES });
    differences.push(...differencesOf(path, found, list, isKnown));
  }
  for (const path of accents) differences.push(...(await accentDifferences(instance, path)));
  return { asked: paths.length, differences };
}

function differencesOf(
  path: string,
  { status, headers, body }: Found,
  list: ServedList,
  isKnown: (path: string) => boolean,
): readonly Difference[] {
  const difference = (kind: Difference['kind'], detail: string) => ({
    ...{ kind, path: maskKeys(path), detail: foreignText(detail) },
  });
  const type = headers.get('content-type') ?? '';
  const mayBe = status === 200 || (status === 404 && path !== '/');
  const html = body && textIn(body);
  if (!mayBe || type !== PAGE_TYPE || html === null) return [difference('page', `${status} ${type}`)];
  const policy = headers.get('content-security-policy') ?? '';
  const sent = LOADING_HEADERS.flatMap((name) => headers.get(name) ?? []);
  const strangers = [...sent, ...strangersOn(html, isKnown)].slice(0, MAX_OF_A_PAGE);
  return [
    ...(policy === list.contentSecurityPolicy ? [] : [difference('policy', policy)]),
    ...strangers.map((stranger) => difference('loads', stranger)),
  ];
}

/**
 * The page as a browser reads it; null for what is no UTF-8. Two bytes at its beginning (FE FF, FF FE) make a browser
 * read it as UTF-16, whatever the header says (Encoding Standard, 6), and no tag in it would look like one here.
 */
function textIn(body: Buffer): string | null {
  try {
    return UTF8.decode(body);
  } catch {
    return null;
  }
}

/** The name of such a file says all that may be in it. */
async function accentDifferences(instance: Instance, path: string): Promise<readonly Difference[]> {
  const expected = accentStylesheet(accentAt(path) ?? '');
  const { status, body } = await instance.get(path, { coding: 'identity', maxBytes: expected.length });
  if (status !== 200) return [{ kind: 'missing', path, detail: String(status) }];
  return body?.toString('utf8') === expected ? [] : [{ kind: 'changed', path, detail: 'identity' }];
}
