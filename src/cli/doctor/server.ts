import type { Config } from '#src/config/config.ts';
import { ownUrl } from '../server/own-url.ts';
import { isUntrusted, systemCode } from '../system/system-code.ts';
import { type Asked, ask } from './ask.ts';
import type { ClockReading } from './clock.ts';
import { type Finding, failure, fine, warning } from './finding.ts';
import { SAID } from './texts.ts';

export interface ServerSeen {
  readonly findings: readonly Finding[];
  readonly clocks: readonly ClockReading[];
}

/** Asks the server of this configuration, directly and by the name that people use. */
export async function lookAtServer({ listen, site }: Pick<Config, 'listen' | 'site'>): Promise<ServerSeen> {
  const url = ownUrl(listen, '/readyz');
  const own = url === null ? null : await askAt(url);
  const findings = [judgeServer(own, url)];
  if (site.host === null) return { findings, clocks: [] };
  if (own === null || !('status' in own))
    return { findings: [...findings, fine('site', SAID.siteUnasked)], clocks: [] };
  const siteUrl = `${site.scheme}://${site.host}/livez`;
  const seen = await askAt(siteUrl);
  return { findings: [...findings, judgeSite(seen, siteUrl)], clocks: clocksOf(seen, site.host) };
}

type Answer = Asked | { readonly code: string };

async function askAt(url: string): Promise<Answer> {
  try {
    return await ask(url);
  } catch (error) {
    const code = systemCode(error);
    return { code: code === 'ABORT_ERR' ? 'ETIMEDOUT' : code };
  }
}

function judgeServer(seen: Answer | null, url: string | null): Finding {
  if (seen === null || url === null) return fine('server', SAID.serverAnyPort);
  if (!('status' in seen)) {
    const isAway = seen.code === 'ECONNREFUSED';
    return isAway ? fine('server', SAID.serverNone(url)) : failure('server', SAID.serverSilent(url, seen.code));
  }
  return seen.status === 200
    ? fine('server', SAID.server(url))
    : failure('server', SAID.serverNotReady(url, seen.status));
}

/** Silence is a warning only: a machine may not reach its own public address although everybody else does. */
function judgeSite(seen: Answer, url: string): Finding {
  if ('status' in seen) {
    const isOurs = seen.status === 200 && seen.body === '{"status":"alive"}';
    return isOurs ? fine('site', SAID.site(url)) : failure('site', SAID.siteOther(url, seen.status));
  }
  if (isUntrusted(seen.code)) return failure('site', SAID.siteUntrusted(url, seen.code));
  return warning('site', SAID.siteAway(url, seen.code));
}

/** The clock of the server that answers there, which may be another machine of ours. */
function clocksOf(seen: Answer, place: string): readonly ClockReading[] {
  if (!('status' in seen) || seen.dateMs === null) return [];
  return [{ place, aheadMs: seen.dateMs + 500 - Date.now(), isCoarse: true }];
}
