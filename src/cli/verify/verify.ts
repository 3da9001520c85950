import { readServedList, type ServedList } from '#src/http/served-list.ts';
import type { Resources } from '#src/resources.ts';
import { ok, type Result } from '#src/result.ts';
import type { Answer, Outcome } from '../answer.ts';
import { type CliFailure, EXIT_CODES, failed } from '../failure.ts';
import { type CliIo, say } from '../io.ts';
import { unreachable } from '../site/api.ts';
import { isReadableOnTheWay, parseServer } from '../site/server-address.ts';
import { foreignText } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';
import { type Difference, differingFiles } from './differing-files.ts';
import { differingPages } from './differing-pages.ts';
import { type Instance, NoAnswer, openInstance } from './instance.ts';

const MAX_VERSION_BYTES = 10_000;

export interface VerifyOptions {
  /** In seconds, for everything together. */
  readonly timeout: number;
  readonly json?: boolean;
}

/** `hushlink verify URL`: compares what a site serves to browsers with what this release serves. */
export async function verify(
  address: string,
  options: VerifyOptions,
  io: CliIo,
  resources: Resources,
): Promise<Outcome> {
  const server = parseServer(address);
  if (server === undefined) return failed('usage', TEXTS.errors.notAServer);
  if (isReadableOnTheWay(server)) say(io, TEXTS.notes.notEncrypted(server.host));
  const timeoutMs = options.timeout * 1000;
  const signal = AbortSignal.timeout(timeoutMs);
  const instance = openInstance({ server, fetch: io.fetch, signal });
  try {
    return await compare(instance, readServedList(resources), server, io);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return failed('network', unreachable(error.cause, { server, timeoutMs }));
  }
}

async function compare(instance: Instance, list: ServedList, server: URL, io: CliIo): Promise<Outcome> {
  const version = await versionOf(instance);
  if (!version.ok) return version;
  if (version.value !== null && version.value !== list.version) {
    return failed('refused', TEXTS.verify.otherVersion(foreignText(version.value), list.version));
  }
  const files = await differingFiles(instance, list);
  // Some sites answer 200 to anything. A file that differs only when compressed is ours.
  const isNotOurs = ({ kind, detail }: Difference) => kind === 'missing' || detail === 'identity';
  const isNothingThere = files.length === list.files.length && files.every(isNotOurs);
  if (version.value === null && isNothingThere) return failed('server', TEXTS.verify.noHushlink);
  const pages = await differingPages(instance, list, io.randomBytes);
  const facts = { server, list, version: version.value, pages: pages.asked };
  return ok(answerOf([...files, ...pages.differences], facts));
}

/** The version as the site tells it; null where it tells none: the API may be closed to programs. */
async function versionOf(instance: Instance): Promise<Result<string | null, CliFailure>> {
  const { status, headers, body } = await instance.get('/api/v2/version', {
    coding: 'identity',
    maxBytes: MAX_VERSION_BYTES,
  });
  if (status >= 300 && status < 400) {
    return failed('refused', TEXTS.verify.redirected(foreignText(headers.get('location') ?? '')));
  }
  return ok(status === 200 ? versionIn(body) : null);
}

function versionIn(body: Buffer | null): string | null {
  try {
    const { version }: { version?: unknown } = JSON.parse(String(body));
    return Array.isArray(version) ? version.join('.') : null;
  } catch {
    return null;
  }
}

interface Facts {
  readonly server: URL;
  readonly list: ServedList;
  readonly version: string | null;
  readonly pages: number;
}

function answerOf(differences: readonly Difference[], { server, list, version, pages }: Facts): Answer {
  const [count, files] = [differences.length, list.files.length];
  const unknown = version === null && count > 0 ? [TEXTS.verify.unknownVersion(list.version)] : [];
  const lines = differences.map(({ kind, path, detail }) => `${TEXTS.verify.kinds[kind](path, detail)}\n`);
  return {
    line: count === 0 ? `${TEXTS.verify.same(server.origin, list.version, files, pages)}\n` : lines.join(''),
    json: { url: server.origin, version: list.version, instance_version: version, files, pages, differences },
    notes: [...(count === 0 ? [] : [TEXTS.verify.differs(count, list.version)]), ...unknown, TEXTS.verify.limits],
    exitCode: count === 0 ? 0 : EXIT_CODES.differs,
  };
}
