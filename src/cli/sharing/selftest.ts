import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { fetchAs } from '../site/fetch-as.ts';
import { openSession } from '../site/session.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import { claimContent } from './claim.ts';
import { conceal } from './concealed.ts';
import { TRIAL_SECRET } from './trial-secret.ts';

export interface SelftestOptions extends Omit<ClientOptions, 'server'> {
  /** The name to ask for, where it is not that of the address. */
  readonly host?: string;
}

/** `hushlink selftest URL`: shares something meaningless, opens it, and sees that it cannot be opened again. */
export async function selftest(url: string, { host, ...options }: SelftestOptions, io: CliIo): Promise<Outcome> {
  const asked = host === undefined ? io : { ...io, fetch: fetchAs(host) };
  const session = await openSession({ ...options, server: url }, undefined, asked);
  if (!session.ok) return session;
  const { api } = session.value;
  const [secret, passphrase] = [TRIAL_SECRET.contentBytes, TRIAL_SECRET.passphraseBytes].map((size) =>
    drawText(size, io),
  );
  const body = { kind: 'share', secret, passphrase, ttl: TRIAL_SECRET.ttlSeconds };
  const concealed = await conceal(api, '/secret/conceal', body);
  if (!concealed.ok) return concealed;
  const { secretKey, shareUrl } = concealed.value;
  const claim = () => claimContent(api, secretKey, passphrase, io);
  const opened = await openOnce(claim, secret);
  if (!opened.ok) return opened;
  return ok({
    line: TEXTS.selftest.passed,
    json: { created: true, opened: true, opened_again: false, links_to: new URL(shareUrl).origin },
    notes: [TEXTS.selftest.links(new URL(shareUrl).origin)],
  });
}

/** Draws what cannot be guessed, in letters that every site takes. */
function drawText(sizeBytes: number, io: CliIo): string {
  return Buffer.from(io.randomBytes(sizeBytes)).toString('base64url');
}

async function openOnce(claim: () => ReturnType<typeof claimContent>, secret: string | undefined) {
  const first = await claim();
  if (!first.ok) return first;
  if (first.value !== secret) return failed('server', TEXTS.selftest.changed);
  const second = await claim();
  if (second.ok) return failed('server', TEXTS.selftest.twice);
  return second.failure.kind === 'gone' ? ok(undefined) : second;
}
