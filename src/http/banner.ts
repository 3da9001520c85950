import type { RequestHandler } from 'express';
import sanitizeHtml from 'sanitize-html';
import type { SiteStore } from '#src/features/health/site-store.ts';

/** The announcement above the header of every page. */
export interface Banner {
  /** Safe HTML as it was last read; null without one. */
  html(): string | null;
  /** Comes before the pages: reads the announcement again where it was last read a while ago, and waits a moment for it. */
  readonly refresh: RequestHandler;
}

export interface BannerDeps {
  readonly store: Pick<SiteStore, 'banner'>;
  /** Of the configuration; the one in the store goes before it. */
  readonly configured: string | null;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** How old an announcement may be: pages cost the store one read in this time, whatever their number. */
export const BANNER_AGE_MS = 10_000;
/** Of a store that hangs, seconds go by until it is known to be away: pages go on with the announcement they have. */
const BANNER_PATIENCE_MS = 500;

export function createBanner({ store, configured, now, pause }: BannerDeps): Banner {
  const configuredHtml = safeBanner(configured ?? '');
  let html = configuredHtml;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    try {
      const text = await store.banner();
      html = text === null ? configuredHtml : safeBanner(text);
    } catch {
      // A store that is away takes no page with it: the last announcement stays.
    }
    readAtMs = now();
    reading = null;
  }

  return {
    html: () => html,
    refresh: (_request, _response, next) => {
      const ageMs = now() - readAtMs;
      // Below nothing where the clock was set back: nobody knows how old it is.
      if (ageMs >= 0 && ageMs < BANNER_AGE_MS) return next();
      reading ??= Promise.race([read(), pause(BANNER_PATIENCE_MS)]);
      reading.then(() => next(), next);
    },
  };
}

/** What visitors get of an announcement: its words and its links, nothing else. null where nothing is left. */
export function safeBanner(text: string): string | null {
  const html = sanitizeHtml(text, {
    allowedTags: ['a'],
    allowedAttributes: { a: ['href', 'target', 'rel', 'class'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: (tagName, attribs) => ({ tagName, attribs: withoutOpener(attribs) }) },
  });
  return html.trim() || null;
}

/** A page in another tab gets no hold of the one that opened it. */
function withoutOpener(attribs: Record<string, string>): Record<string, string> {
  if (attribs.target === undefined) return attribs;
  const kept = (attribs.rel ?? '').split(/\s+/).filter((word) => word !== '' && !/^(no)?opener$/i.test(word));
  return { ...attribs, rel: ['noopener', ...kept].join(' ') };
}
