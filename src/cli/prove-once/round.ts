import { askPatiently, isPassing, limitSecondsOf, type Patience } from './patience.ts';
import type { Ask } from './proved-api.ts';
import type { Heard, Held, Site } from './site.ts';

/** A secret that waits, and those who will claim it. */
export interface Race {
  readonly content: string;
  /** At the earliest, by the clock of the patience. */
  readonly expiresAtMs: number;
  readonly claim: Ask;
  /** Readers take them in turn. */
  readonly sites: readonly Site[];
  readonly readers: number;
  /** Makes a claimant's token; undefined: readers have none, and do not ask again. */
  readonly drawToken: (() => string) | undefined;
}

export interface Round {
  /** Readers who have got the content. */
  readonly copies: number;
  /** Copies that came only when their reader asked once more. */
  readonly rescued: number;
  /** Answers that claim success without the content. */
  readonly hollow: number;
  /** The last to ask was told that the secret is over, before its lifetime was. */
  readonly isGone: boolean;
  /** Readers whose first try brought neither a yes nor a no: the content may have been given to one of them. */
  readonly leftOpen: number;
  /** Readers with a token who asked once more. */
  readonly askedAgain: number;
  /** Answers by their status, '0' where none came. */
  readonly answers: ReadonlyMap<number, number>;
  /** The longest wait that a limit asked for; undefined where none refused anybody. */
  readonly limitSeconds: number | undefined;
  /** From the first reader's last byte to the last reader's. */
  readonly spreadMs: number;
  /** From there to the last answer. */
  readonly answeredMs: number;
}

/** 'limited': nobody has it, and a limit refused the one who could have told whether it is still there. */
export type Verdict = 'once' | 'doubled' | 'hollow' | 'lost' | 'limited' | 'unsettled';

type Shown = Pick<Round, 'copies' | 'hollow' | 'isGone' | 'limitSeconds'>;

const OVER: readonly number[] = [404, 409, 410];

/** Lets all readers claim at the same instant, then one more, and counts the copies by looking for the content. */
export async function runRound(race: Race, patience: Patience): Promise<Round> {
  const readers = Array.from({ length: race.readers }, (_, index) => readerOf(race, index));
  const held = await Promise.all(readers.map(({ site, headers }) => site.hold(race.claim, headers)));
  // What is held has been read when this is answered, as far as a server reads in turn.
  await Promise.all(race.sites.map((site) => site.knock()));
  const { first, spreadMs, answeredMs } = await release(held, patience);
  const again = await Promise.all(readers.map((reader, index) => askAgain(race, reader, first[index], patience)));
  const told = first.map((heard, index) => [heard, ...(again[index] ?? [])]);
  const holders = told.filter((answers) => answers.some((heard) => holds(heard, race)));
  const copies = holders.length;
  const late = await askLate(race, copies > 0, patience);
  const all = [...told.flat(), late];
  return {
    copies: copies + (holds(late, race) ? 1 : 0),
    rescued: holders.filter(([heard]) => heard !== undefined && !holds(heard, race)).length,
    hollow: all.filter((heard) => isHollow(heard, race)).length,
    isGone: OVER.includes(late.status) && patience.nowMs() < race.expiresAtMs,
    leftOpen: first.filter(isPassing).length,
    askedAgain: again.filter((answers) => answers.length > 0).length,
    answers: countByStatus(all),
    limitSeconds: longest(all.map(limitSecondsOf)),
    ...{ spreadMs, answeredMs },
  };
}

/** What a round showed. Any second copy counts most. */
export function verdictOf({ copies, hollow, isGone, limitSeconds }: Shown): Verdict {
  if (copies > 1) return 'doubled';
  if (hollow > 0) return 'hollow';
  if (copies === 1) return 'once';
  if (isGone) return 'lost';
  return limitSeconds === undefined ? 'unsettled' : 'limited';
}

interface Reader {
  readonly site: Site;
  /** Where the reader asks again after a broken connection: the next server, if there is one. */
  readonly nextSite: Site;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasToken: boolean;
}

function readerOf({ sites, drawToken }: Race, index: number): Reader {
  const token = drawToken?.();
  return {
    site: siteAt(sites, index),
    nextSite: siteAt(sites, index + 1),
    headers: token === undefined ? {} : { 'idempotency-key': token },
    hasToken: token !== undefined,
  };
}

function siteAt(sites: readonly Site[], index: number): Site {
  const site = sites[index % sites.length];
  if (site === undefined) throw new Error('a proof needs a server');
  return site;
}

/** Sends all the last bytes; nothing else runs in between. */
async function release(held: readonly Held[], { nowMs }: Patience) {
  const beganMs = nowMs();
  const answers = held.map((one) => one.release());
  const releasedMs = nowMs();
  const first = await Promise.all(answers);
  return { first, spreadMs: releasedMs - beganMs, answeredMs: nowMs() - beganMs };
}

async function askAgain(
  { claim }: Race,
  { nextSite, headers, hasToken }: Reader,
  first: Heard | undefined,
  patience: Patience,
): Promise<readonly Heard[]> {
  if (!hasToken || first === undefined || !isPassing(first)) return [];
  return [await askPatiently(() => nextSite.ask(claim, headers), patience)];
}

/** Asks as a stranger, after all others; if nobody has the content, until it is known whether it is still there. */
function askLate(race: Race, isDelivered: boolean, patience: Patience): Promise<Heard> {
  const { site, headers } = readerOf(race, race.readers);
  const ask = () => site.ask(race.claim, headers);
  return isDelivered ? ask() : askPatiently(ask, patience);
}

function holds({ body }: Heard, { content }: Race): boolean {
  return body.includes(content);
}

function isHollow(heard: Heard, race: Race): boolean {
  return heard.status >= 200 && heard.status < 300 && heard.isWhole && !holds(heard, race);
}

function countByStatus(answers: readonly Heard[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

function longest(waits: readonly (number | undefined)[]): number | undefined {
  const known = waits.filter((seconds) => seconds !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
