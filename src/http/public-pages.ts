import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Page, PageContext } from '#views/page-props.ts';
import type { RenderPage } from './page-renderer.ts';

/** A drawn page as it goes out. */
export interface PublicPage {
  /** Strong: made of the bytes. */
  readonly etag: string;
  /** One character for each byte: written behind the head in one go, without being encoded again. */
  readonly latin1: string;
}

/** Pages that hold nothing of the visitor. Those of nobody in particular are drawn once and kept ready. */
export interface PublicPages {
  /**
   * The variant that the visitor has according to If-None-Match, which is to be answered 304, or else one of
   * them by chance.
   */
  choose(request: Request, variants: readonly [Page, ...Page[]], context: PageContext): ChosenPage;
}

export interface ChosenPage extends PublicPage {
  readonly isKnown: boolean;
}

/** Hosts come from outside where the loopback names are served, so what is kept is bounded. */
const MOST_KEPT_BYTES = 16_000_000;

export function createPublicPages(deps: {
  readonly render: RenderPage;
  readonly randomBytes: (size: number) => Uint8Array;
}): PublicPages {
  const kept = createKept(MOST_KEPT_BYTES);
  const nameOf = createPageNames();

  function drawn(page: Page, context: PageContext): PublicPage {
    // What a customer's page holds, a name for one, is kept nowhere.
    if (context.globals.customer !== null || context.brand !== null) return publicPageOf(deps.render(page, context));
    const key = `${nameOf(page)} ${nameOfContext(context)}`;
    return kept.find(key) ?? kept.keep(key, publicPageOf(deps.render(page, context)));
  }

  function byChance(variants: readonly [Page, ...Page[]]): Page {
    const [first] = variants;
    const [byte = 0] = variants.length > 1 ? deps.randomBytes(1) : [];
    return variants[Math.floor((byte / 256) * variants.length)] ?? first;
  }

  return {
    choose: (request, variants, context) => {
      const names = etagsOf(request);
      for (const variant of names === null ? [] : variants) {
        const page = drawn(variant, context);
        if (names?.has(page.etag) || names?.has('*')) return { ...page, isKnown: true };
      }
      return { ...drawn(byChance(variants), context), isKnown: false };
    },
  };
}

function publicPageOf(html: string): PublicPage {
  const bytes = Buffer.from(html);
  return {
    latin1: bytes.toString('latin1'),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  };
}

/**
 * If-None-Match (RFC 9110, 13.1.2): null without one. It compares weakly: a proxy that compresses makes
 * our names weak.
 */
function etagsOf({ headers }: Request): ReadonlySet<string> | null {
  const names = headers['if-none-match'];
  return names === undefined ? null : new Set(names.split(',').map((name) => name.trim().replace(/^W\//, '')));
}

/** Whole props are long for a name, and features hand over the same again and again. */
function createPageNames(): (page: Page) => string {
  const names = new WeakMap<object, string>();
  return ({ name, props }) => {
    const hash = names.get(props) ?? createHash('sha256').update(JSON.stringify(props)).digest('base64url');
    names.set(props, hash);
    return `${name} ${hash}`;
  };
}

/** All that can differ between two answers to nobody; whatever else a context holds is the site's and stays. */
function nameOfContext({ locale, siteUrl, siteHost, year, globals }: PageContext): string {
  return `${locale} ${siteUrl} ${siteHost} ${year} ${globals.global_banner}`;
}

/** Forgets what was not asked for the longest when it becomes too much. */
function createKept(mostBytes: number) {
  const kept = new Map<string, PublicPage>();
  let keptBytes = 0;

  function forget(key: string, page: PublicPage): void {
    kept.delete(key);
    keptBytes -= sizeOf(key, page);
  }

  return {
    find: (key: string): PublicPage | null => {
      const page = kept.get(key);
      if (page === undefined) return null;
      kept.delete(key);
      kept.set(key, page);
      return page;
    },
    keep: (key: string, page: PublicPage): PublicPage => {
      kept.set(key, page);
      keptBytes += sizeOf(key, page);
      for (const [oldest, its] of kept) if (keptBytes > mostBytes && oldest !== key) forget(oldest, its);
      return page;
    },
  };
}

function sizeOf(key: string, { latin1 }: PublicPage): number {
  return key.length * 2 + latin1.length;
}
