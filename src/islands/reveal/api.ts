import type { Client } from '../client/client.ts';
import { at, numberAt, textAt } from '../client/json.ts';

/** The secret as it is shown: facts may be clearer now than before the claim. */
export interface Revealed {
  readonly value: string;
  readonly displayLines: number;
  readonly isTruncated: boolean;
  /** Characters the sender typed. */
  readonly originalSize: number;
}

export type Claim =
  | { readonly kind: 'revealed'; readonly revealed: Revealed }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'refused';
      readonly field: string | null;
      readonly message: string | null;
      readonly retryAfterSeconds: number;
      /** Wrong passphrases left, where the server says it. */
      readonly triesLeft: number | null;
      /** A proxy has answered, or a server in trouble: the secret may have been handed out all the same. */
      readonly isPerhapsLost: boolean;
    }
  | { readonly kind: 'no-response' }
  | { readonly kind: 'unreadable' };

/** Bad gateway, service unavailable, gateway timeout. */
const LOSING = [502, 503, 504];

/** Takes the secret. If the answer was lost, the server gives it to the same claimant again, for a while. */
export async function claimSecret(
  client: Client,
  { secretKey, claimant }: { readonly secretKey: string; readonly claimant: string },
  passphrase: string | null,
  withinMs: number | undefined,
): Promise<Claim> {
  const asked = passphrase === null ? [] : [['passphrase', passphrase] as const];
  const answer = await client.post(`/api/v2/secret/${secretKey}`, [['continue', 'true'], ...asked], {
    headers: { 'Idempotency-Key': claimant },
    withinMs,
  });
  if (answer.kind === 'no-response') return { kind: 'no-response' };
  const body = answer.kind === 'json' ? answer.body : null;
  // A proxy's own 404 says nothing about the secret.
  if (textAt(body, 'error_type') === 'RecordNotFound') return { kind: 'gone' };
  if (!answer.isOk) return refusal(body, answer.status);
  const revealed = readRevealed(body);
  return revealed === null ? { kind: 'unreadable' } : { kind: 'revealed', revealed };
}

/** What the server says of tries. */
export interface Standing {
  readonly retryAfterSeconds: number;
  readonly triesLeft: number | null;
}

/** Asks how it stands with a secret that waits; null where that is not known. Changes nothing. */
export async function lookAtTries(client: Client, secretKey: string): Promise<Standing | null> {
  const answer = await client.get(`/api/v2/secret/${secretKey}`);
  const body = answer.kind === 'json' && answer.isOk ? answer.body : null;
  const retryAfterSeconds = numberAt(body, 'details', 'retry_after');
  return retryAfterSeconds === null ? null : { retryAfterSeconds, triesLeft: numberAt(body, 'details', 'tries_left') };
}

/** Tells the sender that a person, not a scanner, has looked at the page. */
export async function markSeen(client: Client, secretKey: string): Promise<void> {
  await client.post(`/api/v2/secret/${secretKey}/seen`, []);
}

function refusal(body: unknown, status: number): Claim {
  return {
    kind: 'refused',
    field: textAt(body, 'field'),
    message: textAt(body, 'message'),
    retryAfterSeconds: numberAt(body, 'retry_after') ?? 0,
    triesLeft: numberAt(body, 'tries_left'),
    isPerhapsLost: LOSING.includes(status),
  };
}

function readRevealed(body: unknown): Revealed | null {
  const value = at(body, 'record', 'secret_value');
  if (typeof value !== 'string') return null;
  return {
    value,
    displayLines: numberAt(body, 'details', 'display_lines') ?? 4,
    isTruncated: at(body, 'record', 'is_truncated') === true,
    originalSize: numberAt(body, 'record', 'original_size') ?? 0,
  };
}
