import { ok, type Result } from '#src/result.ts';
import type { Answer, Outcome } from '../answer.ts';
import { durationWords } from '../duration.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import type { Api } from '../site/api.ts';
import { openSession } from '../site/session.ts';
import { readShape } from '../site/shapes.ts';
import { withSignalsHeld } from '../system/held-signals.ts';
import { isNullDevice } from '../system/write-all.ts';
import { ACTIVITIES, createActivity } from '../terminal/activity.ts';
import { jsonLine, showable } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import { claimContent } from './claim.ts';
import { type Delivery, prepareDelivery } from './delivery.ts';
import { neededPassphrase, type PassphraseSource } from './passphrase.ts';
import { readTarget } from './target.ts';

export interface RevealOptions extends ClientOptions {
  readonly passphraseFile?: string;
  readonly output?: string;
}

interface Announced {
  readonly hasPassphrase: boolean;
  readonly isTruncated: boolean;
  readonly originalSizeChars: number;
  readonly retryAfterSeconds: number;
}

/** `hushlink reveal URL|KEY`: takes the content, which then exists nowhere but in the output. */
export async function reveal(link: string, options: RevealOptions, io: CliIo): Promise<Outcome> {
  const target = await readTarget(link, io);
  if (!target.ok) return target;
  if (target.value.side === 'sender') return failed('usage', TEXTS.errors.privateLink);
  // Closed standard output is that device too: the only copy of the content would go there.
  if (options.output === undefined && isNullDevice(io.stdout)) return failed('usage', TEXTS.errors.leadsNowhere);
  const session = await openSession(options, target.value.server, io);
  if (!session.ok) return session;
  const { api } = session.value;
  const { key } = target.value;
  const announced = await look(api, key);
  if (!announced.ok) return announced;
  const source = { file: options.passphraseFile, isStdinTaken: link === '-', isNew: false };
  const passphrase = await passphraseFor(announced.value, source, io);
  if (!passphrase.ok) return passphrase;
  return take({ api, key, passphrase: passphrase.value, announced: announced.value }, options, io);
}

interface Taking {
  readonly api: Api;
  readonly key: string;
  readonly passphrase: string | undefined;
  readonly announced: Announced;
}

async function take(taking: Taking, options: RevealOptions, io: CliIo): Promise<Outcome> {
  const { announced } = taking;
  const render = rendering(announced, options, io);
  const delivery = prepareDelivery({ path: options.output, sizeChars: announced.originalSizeChars, render }, io);
  if (!delivery.ok) return delivery;
  const handOver = () => claimAndDeliver(taking, delivery.value, options, io);
  // Once it has been asked for, the content is nowhere else: an end now would lose it.
  const delivered = await withSignalsHeld(io, delivery.value.abandon, handOver);
  if (!delivered.ok) return delivered;
  if (options.json && options.output === undefined) return ok(undefined);
  return ok(revealedAnswer(delivered.value, announced, options.output, io));
}

/** The content, once it has been handed over. */
async function claimAndDeliver(
  taking: Taking,
  delivery: Delivery,
  options: RevealOptions,
  io: CliIo,
): Promise<Result<string, CliFailure>> {
  const activity = createActivity(options, io);
  activity.show(ACTIVITIES.opening);
  const content = activity.endWith(await claimContent(taking.api, taking.key, taking.passphrase, io));
  if (!content.ok) {
    delivery.abandon();
    return content;
  }
  const delivered = await delivery.deliver(content.value);
  return delivered.ok ? content : delivered;
}

function rendering(announced: Announced, options: RevealOptions, io: CliIo): (content: string) => string {
  if (options.json) return (content) => jsonLine({ content, ...sizeFacts(announced) });
  return io.stdout.isTTY ? showable : (content) => content;
}

/** What there is to say once the content has been handed over. */
function revealedAnswer(content: string, announced: Announced, output: string | undefined, io: CliIo): Answer {
  const { isTruncated, originalSizeChars } = announced;
  const isShownOtherwise = output === undefined && io.stdout.isTTY === true && showable(content) !== content;
  // On a terminal the prompt should not stick to the content; in a pipe not a byte is added.
  const needsLineEnd = output === undefined && io.stdout.isTTY === true && !content.endsWith('\n');
  return {
    line: needsLineEnd ? '\n' : '',
    json: { output, bytes: Buffer.byteLength(content, 'utf8'), ...sizeFacts(announced) },
    notes: [
      ...(isTruncated ? [TEXTS.reveal.truncated(originalSizeChars)] : []),
      ...(isShownOtherwise ? [TEXTS.reveal.escaped] : []),
      ...(output === undefined ? [] : [TEXTS.reveal.written]),
    ],
  };
}

function sizeFacts({ isTruncated, originalSizeChars }: Announced): object {
  return { is_truncated: isTruncated, original_size: originalSizeChars };
}

/** What may be known of a secret before it is opened; looking changes nothing. */
async function look(api: Api, key: string): Promise<Result<Announced, CliFailure>> {
  const answer = await api.get(`/secret/${key}`);
  if (!answer.ok) return answer;
  return readShape(answer.value, (fields) => ({
    hasPassphrase: fields.nested('record').flag('has_passphrase'),
    isTruncated: fields.nested('record').flag('is_truncated'),
    originalSizeChars: fields.nested('record').integer('original_size'),
    retryAfterSeconds: fields.nested('details').integer('retry_after'),
  }));
}

async function passphraseFor(
  { hasPassphrase, retryAfterSeconds }: Announced,
  source: PassphraseSource,
  io: CliIo,
): Promise<Result<string | undefined, CliFailure>> {
  if (!hasPassphrase) return ok(undefined);
  // Before asking: nobody should type a passphrase that cannot be tried now.
  if (retryAfterSeconds > 0) {
    return failed('locked', TEXTS.errors.locked(durationWords(retryAfterSeconds)), retryAfterSeconds);
  }
  return neededPassphrase(source, io);
}
