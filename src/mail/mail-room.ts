import type { Texts } from '#src/i18n/texts.ts';
import { createTimers, type Timers } from '#src/timers.ts';
import type { Mailbox } from '#src/values/mail-address.ts';
import { createDelivery, type DeliveryDeps, type MailLog } from './delivery.ts';
import type { Mailer } from './mail-port.ts';
import { createMailer, type OutboxSeals } from './mailer.ts';
import type { OutboxStore } from './outbox-store.ts';
import { createPostman, type Postman } from './postman.ts';
import type { SmtpClient, SmtpOptions, SmtpServer } from './smtp.ts';

export interface MailRoomDeps {
  /** Null: mail is off, and nothing is ever put into the outbox. */
  readonly server: SmtpServer | null;
  /** Set when there is a server. */
  readonly from: Mailbox | null;
  readonly maxTries: number;
  readonly siteName: string;
  readonly outbox: OutboxStore;
  readonly seals: OutboxSeals;
  readonly texts: Texts;
  readonly log: MailLog;
  readonly isOver: DeliveryDeps['isOver'];
  readonly obscure: (address: string) => string;
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** Unguessable, fit for a name. */
  readonly newId: () => string;
  /** Instead of those of the process. */
  readonly timers?: Timers;
  /** Instead of the authorities that Node trusts, PEM. */
  readonly authorities?: readonly string[];
}

export interface MailRoom {
  readonly mailer: Mailer;
  readonly postman: Postman;
}

const LANES = 4;

/** The mailer that features write to, and the postman who empties the outbox. Opens no connection by itself. */
export function createMailRoom(deps: MailRoomDeps): MailRoom {
  const postman = deps.server && deps.from ? postmanFor(deps.server, deps.from, deps) : idlePostman;
  const isConfigured = postman !== idlePostman;
  const { outbox, seals, now, newId, obscure } = deps;
  return { postman, mailer: createMailer({ isConfigured, outbox, seals, now, newId, obscure, onPut: postman.wake }) };
}

function postmanFor(server: SmtpServer, from: Mailbox, deps: MailRoomDeps): Postman {
  const { outbox, seals, texts, log, now, random, maxTries, siteName, isOver, authorities } = deps;
  const timers = deps.timers ?? createTimers();
  const smtp = createLateSmtpClient({ server, maxConnections: LANES, ...(authorities && { authorities }) });
  const deliver = createDelivery({
    ...{ outbox, seals, smtp, texts, siteName, from, maxTries, log, now, random, timers, isOver },
  });
  const newToken = deps.newId;
  return createPostman({ outbox, deliver, lanes: LANES, log, now, random, newToken, timers, hangUp: smtp.close });
}

/**
 * Loads its library, which is large, with the first mail; with a later one if the file is missing, as it is while an
 * update takes its place.
 */
function createLateSmtpClient(options: SmtpOptions): SmtpClient {
  let client: Promise<SmtpClient> | null = null;
  const open = async () => {
    try {
      return (await import('./smtp.ts')).createSmtpClient(options);
    } catch (error) {
      client = null;
      throw error;
    }
  };
  return {
    send: async (message, leave) => {
      client ??= open();
      return (await client).send(message, leave);
    },
    // If it could not be opened, whoever wanted to send has heard of that.
    close: () =>
      void client?.then(
        (opened) => opened.close(),
        () => {},
      ),
  };
}

const idlePostman: Postman = {
  start: () => {},
  wake: () => {},
  deliverDue: async () => {},
  stop: async () => {},
};
