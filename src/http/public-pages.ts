import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { nameForNobody } from '#views/kept/context-name.ts';
import type { Page, PageContext } from '#views/page-props.ts';
import { isKnownTo, type KeptAnswer, keptAnswer } from './kept-answer.ts';
import type { RenderPage } from './page-renderer.ts';

/** Pages that hold nothing of the visitor. Those of nobody in particular are drawn once and kept ready. */
export interface PublicPages {
  /**
   * The variant that the visitor has according to If-None-Match, which is to be answered 304, or else one of
   * them by chance.
   */
  choose(request: Request, variants: readonly [Page, ...Page[]], context: PageContext): KeptAnswer;
}

/** Hosts come from outside where the loopback names are served, so what is kept is bounded. */
const MOST_KEPT_BYTES = 16_000_000;

export function createPublicPages(deps: {
  readonly render: RenderPage;
  readonly randomBytes: (size: number) => Uint8Array;
}): PublicPages {
  const kept = createKept(MOST_KEPT_BYTES);
  const nameOf = createPageNames();

  function drawn(page: Page, context: PageContext): KeptAnswer {
    // What a customer's page holds, a name for one, is kept nowhere.
    if (context.globals.customer !== null || context.brand !== null) return answerOf(page, context, false);
    const key = `${nameOf(page)} ${nameForNobody(context)}`;
    return kept.find(key) ?? kept.keep(key, answerOf(page, context, true));
  }

  function answerOf(page: Page, context: PageContext, isOfNobody: boolean): KeptAnswer {
    return keptAnswer(deps.render(page, context), { isOfNobody });
  }

  function byChance(variants: readonly [Page, ...Page[]]): Page {
    const [first] = variants;
    const [byte = 0] = variants.length > 1 ? deps.randomBytes(1) : [];
    return variants[Math.floor((byte / 256) * variants.length)] ?? first;
  }

  return {
    choose: (request, variants, context) => {
      for (const variant of request.headers['if-none-match'] === undefined ? [] : variants) {
        const page = drawn(variant, context);
        if (isKnownTo(request, page)) return page;
      }
      return drawn(byChance(variants), context);
    },
  };
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

/** Forgets what was not asked for the longest when it becomes too much. */
function createKept(mostBytes: number) {
  const kept = new Map<string, KeptAnswer>();
  let keptBytes = 0;

  function forget(key: string, page: KeptAnswer): void {
    kept.delete(key);
    keptBytes -= sizeOf(key, page);
  }

  return {
    find: (key: string): KeptAnswer | null => {
      const page = kept.get(key);
      if (page === undefined) return null;
      kept.delete(key);
      kept.set(key, page);
      return page;
    },
    keep: (key: string, page: KeptAnswer): KeptAnswer => {
      kept.set(key, page);
      keptBytes += sizeOf(key, page);
      for (const [oldest, its] of kept) if (keptBytes > mostBytes && oldest !== key) forget(oldest, its);
      return page;
    },
  };
}

function sizeOf(key: string, { latin1, gzip }: KeptAnswer): number {
  return key.length * 2 + latin1.length + (gzip?.length ?? 0);
}
