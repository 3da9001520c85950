import type { SiteSealer } from '#src/crypto/seal.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { FeedbackEntryWire } from '#src/features/colonel/colonel-wire.ts';
import type { PlaceStore } from '#src/features/limits/place-store.ts';
import { takePlaceIn } from '#src/places.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { Captcha } from './captcha.ts';
import { type Feedback, type FeedbackGroup, groupOf, startOfDay, type Writer } from './feedback.ts';
import type { FeedbackInput } from './feedback-input.ts';
import { presentEntry } from './feedback-present.ts';
import type { FeedbackStore, FeedbackTally, SealedFeedback } from './feedback-store.ts';

/** Why the form may be sent: who is asking, or what stands in for that. */
export type Sender =
  | { readonly kind: 'customer'; readonly custid: CustId }
  /** Has to have solved a challenge of this host. */
  | { readonly kind: 'visitor'; readonly host: string }
  /** Cannot solve one; counted by the network it comes from. */
  | { readonly kind: 'scriptless'; readonly network: string };

export type SendFailure =
  | { readonly kind: 'bad-captcha' }
  | { readonly kind: 'too-many'; readonly perDay: number; readonly retryAfterSeconds: number };

/** What the administrator's page shows of feedback. */
export interface ColonelFeedback extends Record<`${FeedbackGroup}_feedback`, readonly FeedbackEntryWire[]> {
  readonly counts: Readonly<Record<'feedback_count' | `${FeedbackGroup}_feedback_count`, number>>;
}

export interface FeedbackService {
  /**
   * Keeps what was written for 14 days. A solved captcha or a network's place of the day is used up just before: if it
   * throws `StoreUnavailable` between the two, something was changed.
   */
  send(input: FeedbackInput, sender: Sender): Promise<Result<null, SendFailure>>;
  /** The last 14 days, newest first; at most 500 entries or half a million characters of them, but all are counted. */
  colonelView(nowMs: number): Promise<ColonelFeedback>;
}

export interface FeedbackDeps {
  readonly store: FeedbackStore;
  readonly places: PlaceStore;
  readonly captcha: Captcha;
  readonly sealer: SiteSealer;
  /** Names a network in the store without telling it. */
  readonly nameOf: (network: string) => string;
  readonly uncheckedPerDay: number;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const MOST_SHOWN = 500;
/** Of messages, all together: a page of more keeps everybody waiting while it is drawn. */
const MOST_CHARACTERS_SHOWN = 500_000;

export function createFeedbackService(deps: FeedbackDeps): FeedbackService {
  const { store, places, sealer, now } = deps;

  async function admit(input: FeedbackInput, sender: Sender): Promise<SendFailure | null> {
    if (sender.kind === 'customer') return null;
    if (sender.kind === 'scriptless') return admitScriptless(deps, sender.network);
    // The time before the verdict: by a later one its place might be over, and free for a use that was judged with it.
    const askedAtMs = now();
    const solution = await deps.captcha.verify(input.captcha, sender.host);
    if (!solution.ok) return { kind: 'bad-captcha' };
    const { id, expiresAtMs } = solution.value;
    const isFirst = await places.take(`captcha.${id}`, 1, expiresAtMs, askedAtMs);
    return isFirst ? null : { kind: 'bad-captcha' };
  }

  return {
    send: async (input, sender) => {
      if (input.isTrapped) return ok(null);
      const failure = await admit(input, sender);
      if (failure !== null) return fail(failure);
      const { message, timeZone, version } = input;
      const feedback: Feedback = {
        ...{ message, timeZone, version, writer: writerOf(input, sender) },
        isUnchecked: sender.kind === 'scriptless',
      };
      const id = deps.newId();
      const kept = store.keep({ id, createdAtMs: now(), sealed: sealer.seal(id, feedback) });
      // A customer has used up nothing.
      await (sender.kind === 'customer' ? kept : afterChange(kept));
      return ok(null);
    },
    colonelView: async (nowMs) => {
      const [tally, entries] = await Promise.all([
        store.count(startOfDay(nowMs), nowMs),
        store.list(MOST_SHOWN, nowMs),
      ]);
      return viewOf(tally, entries, (entry) => openEntry(deps, entry), nowMs);
    },
  };
}

/** Allows `uncheckedPerDay` posts of one network in a UTC day. */
async function admitScriptless(deps: FeedbackDeps, network: string): Promise<SendFailure | null> {
  const perDay = deps.uncheckedPerDay;
  const nameOf = (startMs: number) => `unchecked.${deps.nameOf(`${startMs}.${network}`)}`;
  const retryAfterSeconds = await takePlaceIn({ lengthMs: DAY_MS, most: perDay, nameOf }, deps.places.take, deps.now());
  return retryAfterSeconds === null ? null : { kind: 'too-many', perDay, retryAfterSeconds };
}

function writerOf(input: FeedbackInput, sender: Sender): Writer {
  if (sender.kind === 'customer') return { kind: 'customer', custid: sender.custid };
  return { kind: 'anonymous', address: input.address };
}

/** null where it needs a site secret that is not known any more. */
function openEntry({ sealer }: FeedbackDeps, { id, sealed }: SealedFeedback): Feedback | null {
  try {
    return sealer.open(id, sealed) as Feedback;
  } catch {
    return null;
  }
}

function viewOf(
  { today, yesterday, older }: FeedbackTally,
  entries: readonly SealedFeedback[],
  open: (entry: SealedFeedback) => Feedback | null,
  nowMs: number,
): ColonelFeedback {
  const groups: Record<FeedbackGroup, FeedbackEntryWire[]> = { today: [], yesterday: [], older: [] };
  let charactersLeft = MOST_CHARACTERS_SHOWN;
  for (const entry of entries) {
    const feedback = open(entry);
    if (feedback === null) continue;
    charactersLeft -= feedback.message.length;
    if (charactersLeft < 0) break;
    groups[groupOf(entry.createdAtMs, nowMs)].push(presentEntry(feedback, entry.createdAtMs));
  }
  return {
    counts: {
      feedback_count: today + yesterday + older,
      today_feedback_count: today,
      yesterday_feedback_count: yesterday,
      older_feedback_count: older,
    },
    today_feedback: groups.today,
    yesterday_feedback: groups.yesterday,
    older_feedback: groups.older,
  };
}
