import type { Mailer, OutgoingMail } from './mail-port.ts';
import { refuseUnsafe } from './message.ts';
import type { OutboxStore } from './outbox-store.ts';

/** Seals under a key of the site, each value bound to the name of its row. */
export interface Sealer {
  seal(id: string, value: unknown): Uint8Array;
  open(id: string, sealed: Uint8Array): unknown;
}

/** How the rows of the outbox are named and sealed. */
export interface OutboxSeals {
  readonly siteKeyId: string;
  /** Whole mails. */
  readonly mails: Sealer;
  /** Obscured addresses, which outlive the mails. */
  readonly labels: Sealer;
  /** A name that nobody can make or link without the site secret. */
  nameOf(text: string): string;
}

export interface MailerDeps {
  readonly isConfigured: boolean;
  readonly outbox: OutboxStore;
  readonly seals: OutboxSeals;
  readonly now: () => number;
  readonly newId: () => string;
  /** What of an address may be shown. */
  readonly obscure: (address: string) => string;
  /** There is something to send. */
  readonly onPut: () => void;
}

/** Seals mails and puts them into the outbox; without a mail server it never touches the store to write. */
export function createMailer(deps: MailerDeps): Mailer {
  const { outbox, seals, isConfigured } = deps;
  return {
    isConfigured,
    send: async (mail) => {
      if (!isConfigured) throw new Error('no mail server is configured');
      refuseUnsafe(mail);
      await outbox.put(sealedMail(mail, deps));
      deps.onPut();
    },
    statusOf: async (ticket, nowMs) => {
      const rows = await outbox.statusOf(ticketHashOf(ticket, seals), nowMs);
      return rows.map(({ id, label, state, tries, updatedAtMs }) => ({
        ...{ state, tries, updatedAtMs, obscuredAddress: String(seals.labels.open(id, label)) },
      }));
    },
    totals: () => outbox.totals(),
  };
}

/** The mail as it was sealed. A decoy is one in nothing but this. */
export function openMail(id: string, sealed: Uint8Array, seals: OutboxSeals): OutgoingMail {
  return seals.mails.open(id, sealed) as OutgoingMail;
}

/** The Message-ID of a row: does not give away the name of the row. */
export function messageNameOf(id: string, seals: OutboxSeals): string {
  return seals.nameOf(`message/${id}`);
}

function sealedMail({ ticket, isDecoy = false, ...mail }: OutgoingMail, { seals, now, newId, obscure }: MailerDeps) {
  const [id, nowMs] = [newId(), now()];
  return {
    id,
    siteKeyId: seals.siteKeyId,
    ticketHash: ticket === null ? null : ticketHashOf(ticket, seals),
    accountHash: accountHashOf(accountOf(mail), seals),
    sealed: seals.mails.seal(id, { ...mail, ticket: null, isDecoy }),
    label: ticket === null ? null : seals.labels.seal(id, obscure(mail.to)),
    ...{ createdAtMs: nowMs, dueAtMs: nowMs, expiresAtMs: mail.expiresAtMs },
  };
}

/**
 * A link is mailed for its sender, and details for support belong to no account, also where there is one under the
 * address they go to: its end must not take them along. Everything else is for the one it goes to.
 */
function accountOf({ to, letter }: Pick<OutgoingMail, 'to' | 'letter'>): string {
  if (letter.kind === 'support-intake') return '';
  return letter.kind === 'recipient-link' ? letter.sender : to;
}

/** Names an account in the rows of its mails. */
export function accountHashOf(custid: string, seals: Pick<OutboxSeals, 'nameOf'>): string {
  return seals.nameOf(`account/${custid}`);
}

function ticketHashOf(ticket: string, seals: OutboxSeals): string {
  return seals.nameOf(`ticket/${ticket}`);
}
