import { safeBanner } from '#src/http/banner.ts';
import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { failed } from '../failure.ts';
import { atStore, type StorePlace } from '../store/place.ts';
import { TEXTS } from '../texts.ts';
import type { ConfigIo } from './config.ts';

/** An announcement stands on every page of the site itself, and pages are light. */
const MAX_CHARS = 1000;

/** `hushlink banner set`. */
export async function setBanner(text: string, io: ConfigIo): Promise<Outcome> {
  const html = safeBanner(text);
  if (html === null) return failed('usage', TEXTS.banner.empty);
  if (text.length > MAX_CHARS) return failed('usage', TEXTS.banner.tooLong(MAX_CHARS));
  return atOwnStore(io, async ({ store: { site } }) => {
    await site.setBanner(text);
    const changed = html === text.trim() ? [] : [TEXTS.banner.changed(html)];
    return ok({ line: '', json: { banner: html }, notes: [...changed, TEXTS.banner.set] });
  });
}

/** `hushlink banner clear`. */
export function clearBanner(io: ConfigIo): Promise<Outcome> {
  return atOwnStore(io, async ({ store: { site }, config }) => {
    await site.setBanner(null);
    const banner = safeBanner(config.site.banner ?? '');
    const note = banner === null ? TEXTS.banner.cleared : TEXTS.banner.clearedToConfigured;
    return ok({ line: '', json: { banner }, notes: [note] });
  });
}

/** `hushlink banner show`: what pages hold. */
export function showBanner(io: ConfigIo): Promise<Outcome> {
  return atOwnStore(io, async ({ store: { site }, config }) => {
    const banner = safeBanner((await site.banner()) ?? config.site.banner ?? '');
    const notes = banner === null ? [TEXTS.banner.none] : [];
    return ok({ line: banner === null ? '' : `${banner}\n`, json: { banner }, notes });
  });
}

/** A new store has no pages: an announcement in it would be seen by nobody. */
function atOwnStore(io: ConfigIo, work: (place: StorePlace) => Promise<Outcome>): Promise<Outcome> {
  return atStore(io, work, { mayBeNew: false });
}
