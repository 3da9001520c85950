/** What the features ask of the mail room. */

/** A mail as what it announces; the words are made from it in the reader's language. Never content. */
export type Letter =
  /** The link is one to a secret in verification mode. */
  | { readonly kind: 'verification'; readonly link: string; readonly expiresAtMs: number }
  /** Somebody tried to sign up with an address that has an account. */
  | { readonly kind: 'known-account'; readonly signInLink: string; readonly resetLink: string }
  /** Somebody signed up again before the address was verified; the link chooses a password. */
  | { readonly kind: 'sign-up-again'; readonly link: string; readonly expiresAtMs: number }
  | { readonly kind: 'reset'; readonly link: string; readonly expiresAtMs: number }
  | { readonly kind: 'password-changed'; readonly resetLink: string; readonly changedAtMs: number }
  | {
      readonly kind: 'recipient-link';
      readonly link: string;
      /** Custid of the customer it is sent for. */
      readonly sender: string;
      /** Whether somebody reads mail at that address: only then the mail names it, or anybody could write as anybody. */
      readonly isSenderProven: boolean;
      readonly hasPassphrase: boolean;
      readonly expiresAtMs: number;
    }
  /** Somebody has sent details to support, under that ticket number. */
  | {
      readonly kind: 'support-intake';
      readonly link: string;
      readonly ticketNumber: string;
      readonly hasPassphrase: boolean;
      readonly expiresAtMs: number;
    }
  | { readonly kind: 'test' };

export interface OutgoingMail {
  /** One address. */
  readonly to: string;
  /** Our code of the reader's language. */
  readonly locale: string;
  /** Host the mail speaks for, as people read it. */
  readonly host: string;
  readonly letter: Letter;
  /** What it announces is over then: it is not sent any more, and erased. Epoch milliseconds. */
  readonly expiresAtMs: number;
  /** Under this name `statusOf` tells what became of it; null when nobody will ask. */
  readonly ticket: string | null;
  /** Treated as any mail, but never sent: so no time tells whether there was somebody to write to. */
  readonly isDecoy?: boolean;
}

export interface MailStatus {
  /** 'fo*****@e*****.com'. */
  readonly obscuredAddress: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Tries so far, one under way included. */
  readonly tries: number;
  readonly updatedAtMs: number;
}

/** `failed` and `waiting` as `OutboxStore.totals` says. */
export interface MailTotals {
  readonly sent: number;
  readonly failed: number;
  readonly waiting: number;
}

export interface Mailer {
  /** False without a mail server: what needs mail is hidden or says so, and `send` throws. */
  readonly isConfigured: boolean;
  /**
   * Resolves once the mail is durably in the outbox, sealed; it is sent from there, also after a restart.
   * Throws for a control character or more than one address, and `StoreUnavailable`.
   */
  send(mail: OutgoingMail): Promise<void>;
  /** What became of the mails under that ticket, in a fixed order, until they are over. Changes nothing. */
  statusOf(ticket: string, nowMs: number): Promise<readonly MailStatus[]>;
  /** Kept, not scanned. */
  totals(): Promise<MailTotals>;
}
