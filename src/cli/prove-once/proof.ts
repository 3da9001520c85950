import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { TRIAL_SECRET } from '../sharing/trial-secret.ts';
import { unreachable } from '../site/api.ts';
import { type Answered, refusalOf } from '../site/api-refusal.ts';
import { TEXTS } from '../texts.ts';
import { askPatiently, type Patience } from './patience.ts';
import type { ProvedApi } from './proved-api.ts';
import { type Round, runRound } from './round.ts';
import type { Heard, Site } from './site.ts';
import { PROVE_ONCE_TEXTS } from './texts.ts';

export interface Plan {
  readonly rounds: number;
  readonly readers: number;
  readonly hasPassphrase: boolean;
  /** Each reader has a token, and asks again with it where the connection breaks. */
  readonly hasTokens: boolean;
}

export interface ProofDeps {
  readonly api: ProvedApi;
  /** Secrets are shared on the first; readers take all in turn. */
  readonly sites: readonly [Site, ...Site[]];
  /** For sharing: credentials, where only customers may share. */
  readonly sharingHeaders: Readonly<Record<string, string>>;
  readonly patience: Patience;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
  /** Told of each round when it is over. */
  readonly onRound: (round: Round, number: number) => void;
  /** Told before it waits because a limit has refused something. */
  readonly onLimit: (waitSeconds: number) => void;
}

export interface Proof {
  readonly rounds: readonly Round[];
  /** In seconds, because of limits. */
  readonly waitedSeconds: number;
  /** Why it ended before all rounds were run; null where they were. */
  readonly failure: CliFailure | null;
}

const TOKEN_BYTES = 16;
/** The longest that is waited where a limit refuses: the default window of Hushlink, and some more. */
const MAX_WAIT_SECONDS = 90;

/** Runs the rounds. One that a limit has thinned does not count, and is run again once the limit allows it. */
export async function prove(plan: Plan, deps: ProofDeps): Promise<Proof> {
  const rounds: Round[] = [];
  let waitedSeconds = 0;
  let isThinned = false;
  for (let whole = 0; whole < plan.rounds; ) {
    const result = await shareAndRun(plan, deps);
    if (result.ok) deps.onRound(result.value, rounds.push(result.value));
    const limitSeconds = result.ok ? result.value.limitSeconds : limitSecondsIn(result.failure);
    if (limitSeconds === undefined) {
      if (!result.ok) return { rounds, waitedSeconds, failure: result.failure };
      whole += 1;
      isThinned = false;
      continue;
    }
    // Thinned right after a wait: the limit is too low for a single round.
    if (isThinned || limitSeconds > MAX_WAIT_SECONDS) {
      const failure = failed('limited', PROVE_ONCE_TEXTS.tooLimited(whole), limitSeconds).failure;
      return { rounds, waitedSeconds, failure };
    }
    isThinned = true;
    waitedSeconds += limitSeconds;
    deps.onLimit(limitSeconds);
    await deps.patience.wait(limitSeconds * 1000);
  }
  return { rounds, waitedSeconds, failure: null };
}

async function shareAndRun(plan: Plan, deps: ProofDeps): Promise<Result<Round, CliFailure>> {
  const { api, sites, patience } = deps;
  const draw = (sizeBytes: number) => Buffer.from(deps.randomBytes(sizeBytes)).toString('base64url');
  const content = draw(TRIAL_SECRET.contentBytes);
  const passphrase = plan.hasPassphrase ? draw(TRIAL_SECRET.passphraseBytes) : undefined;
  const expiresAtMs = patience.nowMs() + TRIAL_SECRET.ttlSeconds * 1000;
  const sharing = api.share({ secret: content, passphrase, ttlSeconds: TRIAL_SECRET.ttlSeconds });
  const shared = await askPatiently(() => sites[0].ask(sharing, deps.sharingHeaders), patience);
  const secretKey = secretKeyIn(shared, deps);
  if (!secretKey.ok) return secretKey;
  const claim = api.claim(secretKey.value, passphrase);
  const drawToken = plan.hasTokens ? () => draw(TOKEN_BYTES) : undefined;
  return ok(await runRound({ content, expiresAtMs, claim, sites, readers: plan.readers, drawToken }, patience));
}

function secretKeyIn(shared: Heard, { api, sites }: ProofDeps): Result<string, CliFailure> {
  if (shared.status === 0) return failed('network', unreachable(shared.error, sites[0]));
  const answer = parsed(shared.body);
  // Nothing can be gone before it was made: this address has no such route.
  if (shared.status === 404) return failed('server', TEXTS.errors.notTheApi(404));
  if (shared.status >= 300) return refusalOf(answeredBy(shared), answer);
  const secretKey = api.secretKeyIn(answer);
  return secretKey === undefined ? failed('server', TEXTS.errors.strangeAnswer('secret_key')) : ok(secretKey);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function answeredBy({ status, headers }: Heard): Answered {
  const retryAfter = headers['retry-after'];
  return { status, headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) };
}

function limitSecondsIn({ kind, retryAfterSeconds = 0 }: CliFailure): number | undefined {
  return kind === 'limited' ? retryAfterSeconds : undefined;
}
