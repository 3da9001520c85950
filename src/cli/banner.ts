import { safeBanner } from '#src/http/banner.ts';
import { type ConfigIo, refuse } from './config.ts';
import { TEXTS } from './texts.ts';
import { withStore } from './with-store.ts';

/** An announcement stands on every page, and pages are light. */
const MAX_CHARS = 1000;

/** `hushlink banner set`. */
export async function setBanner(text: string, io: ConfigIo): Promise<number> {
  const html = safeBanner(text);
  if (html === null) return refuse({ kind: 'usage', message: TEXTS.banner.empty }, io);
  if (text.length > MAX_CHARS) return refuse({ kind: 'usage', message: TEXTS.banner.tooLong(MAX_CHARS) }, io);
  return withStore(io, async ({ site }) => {
    await site.setBanner(text);
    if (html !== text.trim()) io.stderr.write(`${TEXTS.banner.changed(html)}\n`);
    io.stderr.write(`${TEXTS.banner.set}\n`);
    return 0;
  });
}

/** `hushlink banner clear`. */
export function clearBanner(io: ConfigIo): Promise<number> {
  return withStore(io, async ({ site }, config) => {
    await site.setBanner(null);
    const isConfigured = safeBanner(config.site.banner ?? '') !== null;
    io.stderr.write(`${isConfigured ? TEXTS.banner.clearedToConfigured : TEXTS.banner.cleared}\n`);
    return 0;
  });
}

/** `hushlink banner show`: what pages hold. */
export function showBanner(io: ConfigIo): Promise<number> {
  return withStore(io, async ({ site }, config) => {
    const html = safeBanner((await site.banner()) ?? config.site.banner ?? '');
    if (html === null) io.stderr.write(`${TEXTS.banner.none}\n`);
    else io.stdout.write(`${html}\n`);
    return 0;
  });
}
