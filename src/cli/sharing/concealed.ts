import type { Result } from '#src/result.ts';
import type { Answer } from '../answer.ts';
import { durationWords, stamp } from '../duration.ts';
import { type CliFailure, type Failed, failed, mayBeDone } from '../failure.ts';
import type { Api } from '../site/api.ts';
import { type Fields, readShape } from '../site/shapes.ts';
import { isHarmlessLine } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';
import { isWebAddress } from './target.ts';

/** A secret just made, as the sender needs to know it. */
export interface Concealed {
  readonly shareUrl: string;
  readonly metadataUrl: string;
  readonly secretKey: string;
  readonly metadataKey: string;
  readonly createdSeconds: number;
  readonly ttlSeconds: number;
  readonly hasPassphrase: boolean;
  /** Only of a generated password. */
  readonly value: string | undefined;
}

/** The part that matters here of what the API takes to make a secret. */
interface ConcealBody {
  readonly kind: string;
  readonly recipient?: readonly string[];
}

/** Posts to `/secret/conceal` or `/secret/generate` and reads what came of it. */
export async function conceal(api: Api, path: string, body: ConcealBody): Promise<Result<Concealed, CliFailure>> {
  const answer = await api.post(path, body);
  // Nothing can be gone before it was made: this address has no such route.
  if (!answer.ok && answer.failure.kind === 'gone') return failed('server', TEXTS.errors.notTheApi(404));
  const concealed = answer.ok ? understood(answer.value, path.endsWith('/generate')) : answer;
  if (concealed.ok || !mayBeDone(concealed.failure)) return concealed;
  return unsure(concealed.failure, body);
}

/** The link on standard output, the rest as talk. */
export function concealedAnswer(concealed: Concealed, isValueShown: boolean): Answer {
  const { shareUrl, ttlSeconds, createdSeconds, value } = concealed;
  const expiresAtSeconds = createdSeconds + ttlSeconds;
  const shown = isValueShown && value !== undefined;
  return {
    line: shown ? `${shareUrl}\n${value}\n` : `${shareUrl}\n`,
    json: {
      share_url: shareUrl,
      metadata_url: concealed.metadataUrl,
      secret_key: concealed.secretKey,
      metadata_key: concealed.metadataKey,
      expires_at: expiresAtSeconds,
      ttl: ttlSeconds,
      has_passphrase: concealed.hasPassphrase,
      ...(shown ? { secret_value: value } : {}),
    },
    notes: [
      TEXTS.create.expires(durationWords(ttlSeconds), stamp(expiresAtSeconds)),
      TEXTS.create.privatePage(concealed.metadataUrl),
    ],
  };
}

function understood(answer: unknown, isGenerated: boolean): Result<Concealed, CliFailure> {
  const concealed = readShape(answer, (fields) => readConcealed(fields.nested('record'), isGenerated));
  if (!concealed.ok || isPrintable(concealed.value)) return concealed;
  return failed('server', TEXTS.errors.strangeAnswer('share_url'));
}

function readConcealed(record: Fields, isGenerated: boolean): Concealed {
  const metadata = record.nested('metadata');
  return {
    shareUrl: metadata.text('share_url'),
    metadataUrl: metadata.text('metadata_url'),
    secretKey: record.nested('secret').text('key'),
    metadataKey: metadata.text('key'),
    createdSeconds: metadata.integer('created'),
    ttlSeconds: metadata.integer('lifespan'),
    hasPassphrase: metadata.flag('has_passphrase'),
    value: isGenerated ? record.text('secret_value') : undefined,
  };
}

function isPrintable({ shareUrl, metadataUrl, value }: Concealed): boolean {
  const areLinks = [shareUrl, metadataUrl].every((link) => URL.canParse(link) && isWebAddress(new URL(link)));
  return areLinks && [shareUrl, metadataUrl, value ?? ''].every(isHarmlessLine);
}

function unsure({ kind, message, retryAfterSeconds }: CliFailure, { recipient }: ConcealBody): Failed {
  const perhaps = recipient === undefined ? TEXTS.errors.perhapsCreated : TEXTS.errors.perhapsMailed;
  return failed(kind, `${message} ${perhaps}`, retryAfterSeconds);
}
