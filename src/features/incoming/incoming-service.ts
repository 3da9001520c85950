import type { Captcha, Solution } from '#src/features/feedback/captcha.ts';
import type { PlaceStore } from '#src/features/limits/place-store.ts';
import type { Mailer } from '#src/mail/mail-port.ts';
import { takePlaceIn } from '#src/places.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { DAY_MS, HOUR_MS } from '#src/values/spans.ts';
import type { IncomingInput } from './incoming-input.ts';

/** Where a form came from, and by which of our names. */
export interface IncomingOrigin {
  /** What limits count by. */
  readonly network: string;
  /** Host as people read it. */
  readonly host: string;
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
}

export type IncomingFailure =
  | { readonly kind: 'bad-captcha' }
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }
  /** Without a captcha, because there was no JavaScript. */
  | { readonly kind: 'too-many-unchecked'; readonly perDay: number; readonly retryAfterSeconds: number }
  | { readonly kind: 'busy' };

export interface IncomingService {
  /**
   * Conceals the details and puts the mail with their link and the ticket number into the outbox,
   * durably, before it resolves. Every try without a wrong captcha takes one of the hour's places, before the captcha
   * or a place of the day is used up. If it throws `StoreUnavailable` and nothing was changed, nothing was sent: a
   * secret that was made already has a link that nobody knows, and expires.
   */
  send(input: IncomingInput, from: IncomingOrigin): Promise<Result<null, IncomingFailure>>;
}

/** A secret for support, as its mail announces it. */
export interface SupportSecret {
  readonly link: string;
  readonly expiresAtMs: number;
}

export interface IncomingDeps {
  readonly places: PlaceStore;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Makes the secret with the lifetime and the passphrase of the configuration, owned by nobody. */
  readonly conceal: (content: string, origin: string) => Promise<Result<SupportSecret, { readonly kind: 'busy' }>>;
  readonly recipient: string;
  /** Whether `conceal` uses one. */
  readonly hasPassphrase: boolean;
  /** Our code of the recipient's language. */
  readonly locale: string;
  /** Null where none is asked for. */
  readonly captcha: Pick<Captcha, 'verify'> | null;
  /** Names a network in the store without telling it. */
  readonly nameOf: (network: string) => string;
  readonly perHour: number;
  readonly uncheckedPerDay: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createIncomingService(deps: IncomingDeps): IncomingService {
  return {
    send: async (input, from) => {
      if (input.isTrapped) return ok(null);
      const failure = await admit(deps, input, from);
      if (failure !== null) return fail(failure);
      const concealed = await deps.conceal(input.content, from.origin);
      if (!concealed.ok) return concealed;
      await announce(deps, input, from, concealed.value);
      return ok(null);
    },
  };
}

async function admit(deps: IncomingDeps, input: IncomingInput, from: IncomingOrigin): Promise<IncomingFailure | null> {
  const askedAtMs = deps.now();
  const solution = await solutionOf(deps, input, from);
  if (solution === 'wrong') return { kind: 'bad-captcha' };
  const hour = await takePlace(deps, { name: 'hour', network: from.network, most: deps.perHour, lengthMs: HOUR_MS });
  if (hour !== null) return { kind: 'too-many', retryAfterSeconds: hour };
  return solution === 'none' ? admitUnchecked(deps, from) : admitSolved(deps, solution, askedAtMs);
}

/** 'none' comes from a browser without JavaScript, which cannot solve one; whatever is there has to be right. */
async function solutionOf(
  { captcha }: IncomingDeps,
  input: IncomingInput,
  { host }: IncomingOrigin,
): Promise<Solution | 'none' | 'not-asked' | 'wrong'> {
  if (captcha === null) return 'not-asked';
  if (input.captcha === '') return 'none';
  const solution = await captcha.verify(input.captcha, host);
  return solution.ok ? solution.value : 'wrong';
}

/** Counts by the time before the verdict: later its place might be over, and free for a use that was judged with it. */
async function admitSolved(
  { places }: IncomingDeps,
  solution: Solution | 'not-asked',
  askedAtMs: number,
): Promise<IncomingFailure | null> {
  if (solution === 'not-asked') return null;
  const isFirst = await places.take(`captcha.${solution.id}`, 1, solution.expiresAtMs, askedAtMs);
  return isFirst ? null : { kind: 'bad-captcha' };
}

async function admitUnchecked(deps: IncomingDeps, { network }: IncomingOrigin): Promise<IncomingFailure | null> {
  const perDay = deps.uncheckedPerDay;
  const day = await takePlace(deps, { name: 'unchecked', network, most: perDay, lengthMs: DAY_MS });
  return day === null ? null : { kind: 'too-many-unchecked', perDay, retryAfterSeconds: day };
}

interface Window {
  readonly name: string;
  readonly network: string;
  readonly most: number;
  readonly lengthMs: number;
}

/** Null with a place; else the seconds until there are places again. */
function takePlace(deps: IncomingDeps, { name, network, most, lengthMs }: Window): Promise<number | null> {
  const nameOf = (startMs: number) => `incoming.${deps.nameOf(`${name}.${startMs}.${network}`)}`;
  return takePlaceIn({ lengthMs, most, nameOf }, deps.places.take, deps.now());
}

/** The link and the ticket number, never the content. */
async function announce(
  { mailer, recipient: to, locale, hasPassphrase }: IncomingDeps,
  { ticketNumber }: IncomingInput,
  { host }: IncomingOrigin,
  { link, expiresAtMs }: SupportSecret,
): Promise<void> {
  const letter = { kind: 'support-intake', link, ticketNumber, hasPassphrase, expiresAtMs } as const;
  await mailer.send({ to, locale, host, letter, expiresAtMs, ticket: null });
}
