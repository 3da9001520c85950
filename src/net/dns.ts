import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Dns, LookedUp } from '#src/features/domains/dns-port.ts';
import { canonicalAddress } from './addresses.ts';

export interface DnsOptions {
  /** ADDRESS or ADDRESS:PORT; empty is the system's. */
  readonly resolvers: readonly string[];
  /** For a whole look-up, however often and whomever it asks. */
  readonly timeoutMs: number;
}

/** A datagram may get lost: there is time to ask again. */
const TRIES = 3;

/** Answers are at most as large as a DNS message, 64 KiB. The resolvers are trusted to answer what was asked. */
export function createDns(options: DnsOptions): Dns {
  const look: Look = (ask, cut) => lookUp(options, ask, cut);
  return {
    txt: async (name, cut) =>
      mapFound(await look((resolver) => resolver.resolveTxt(name), cut), (records) =>
        records.map((chunks) => chunks.join('')),
      ),
    addresses: async (name, cut) => {
      const looks = [look((one) => one.resolve4(name), cut), look((one) => one.resolve6(name), cut)] as const;
      return joinAddresses(await Promise.all(looks));
    },
    cname: async (name, cut) => {
      const looked = await look((resolver) => resolver.resolveCname(name), cut);
      return mapFound(looked, ([alias = '']) => alias.toLowerCase().replace(/\.$/, ''));
    },
  };
}

type Ask<Value> = (resolver: Resolver) => Promise<readonly Value[]>;
type Look = <Value>(ask: Ask<Value>, cut: AbortSignal | undefined) => Promise<LookedUp<readonly Value[]>>;

async function lookUp<Value>(
  options: DnsOptions,
  ask: Ask<Value>,
  cut?: AbortSignal,
): Promise<LookedUp<readonly Value[]>> {
  if (cut?.aborted) return { kind: 'failed' };
  // A new one each time: it can be cancelled alone, and has no answers from before.
  const resolver = new Resolver({ timeout: Math.ceil(options.timeoutMs / TRIES), tries: TRIES });
  if (options.resolvers.length > 0) resolver.setServers(options.resolvers);
  const cancel = () => resolver.cancel();
  const timer = setTimeout(cancel, options.timeoutMs);
  cut?.addEventListener('abort', cancel);
  try {
    const value = await ask(resolver);
    return value.length === 0 ? { kind: 'missing' } : { kind: 'found', value };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === NOTFOUND || code === NODATA ? 'missing' : 'failed' };
  } finally {
    clearTimeout(timer);
    cut?.removeEventListener('abort', cancel);
  }
}

function mapFound<From, To>(looked: LookedUp<From>, map: (value: From) => To): LookedUp<To> {
  return looked.kind === 'found' ? { kind: 'found', value: map(looked.value) } : looked;
}

function joinAddresses(looks: readonly LookedUp<readonly string[]>[]): Awaited<ReturnType<Dns['addresses']>> {
  const found = looks.flatMap((looked) => (looked.kind === 'found' ? looked.value : []));
  const isWhole = looks.every(({ kind }) => kind !== 'failed');
  if (found.length > 0) return { kind: 'found', value: found.map((one) => canonicalAddress(one) ?? one), isWhole };
  return { kind: isWhole ? 'missing' : 'failed' };
}
