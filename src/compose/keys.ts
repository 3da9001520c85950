import type { ComposeDeps } from '#src/compose.ts';
import type { KeyNeed } from '#src/features/keys/key-needs.ts';
import { createResealer, type Resealer } from '#src/features/keys/resealing.ts';
import type { KeyRefusal } from '#src/features/keys/settling.ts';
import { composeLead, type LeadParts } from './lead.ts';

/** Seals nothing until it is started. */
export function composeResealer(deps: Pick<ComposeDeps, 'seal' | 'store'> & LeadParts): Resealer {
  return createResealer({ ...composeLead(deps), store: deps.store.keys, ring: deps.seal });
}

/** Why a store and the configured secrets do not go together, for the operator. */
export function keyRefusalText(refusal: KeyRefusal): string {
  switch (refusal.kind) {
    case 'other-site-secret':
      return 'This store belongs to another site secret; hint: set HUSHLINK_SITE_SECRET to the one it was made with, or, if you have just changed it, list that one in HUSHLINK_SITE_PREVIOUS_SECRETS';
    case 'newer-site-secret':
      return 'This store has a newer site secret than those configured here; hint: list it in HUSHLINK_SITE_PREVIOUS_SECRETS, or start with the configuration that the other processes have';
    case 'still-needed':
      return `A site secret that was left out is still needed by ${refusal.needs.map(needText).join(', ')}; hint: list it in HUSHLINK_SITE_PREVIOUS_SECRETS until \`hushlink keys status\` says that it can be dropped`;
  }
}

/** '12 secrets until 2030-01-15 12:00 UTC'. */
export function needText({ kind, rows, untilMs }: KeyNeed): string {
  const what = `${rows} ${NEED_NAMES[kind][rows === 1 ? 0 : 1]}`;
  return untilMs === null
    ? what
    : `${what} until ${new Date(untilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** One, several. */
const NEED_NAMES: Readonly<Record<KeyNeed['kind'], readonly [string, string]>> = {
  secrets: ['secret', 'secrets'],
  mails: ['mail', 'mails'],
  'owner-copy': ['entry of a list of recent secrets', 'entries of lists of recent secrets'],
  feedback: ['feedback message', 'feedback messages'],
  'home-owner': ['home page of a domain', 'home pages of domains'],
};
