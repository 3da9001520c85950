import type { ComposeDeps } from '#src/compose.ts';
import type { SecretKey } from '#src/crypto/ids.ts';
import type { KeyRing } from '#src/crypto/key-ring.ts';
import { createMac } from '#src/crypto/mac.ts';
import { obscureAddress } from '#src/features/accounts/obscure.ts';
import type { Letter } from '#src/mail/mail-port.ts';
import { createMailRoom, type MailRoom, type MailRoomDeps } from '#src/mail/mail-room.ts';
import type { OutboxSeals } from '#src/mail/mailer.ts';
import { fractionsOf } from './chance.ts';

/** Wires the mail room. It sends nothing until its postman is started. */
export function composeMail(
  deps: Pick<ComposeDeps, 'config' | 'seal' | 'store' | 'texts' | 'log' | 'now' | 'randomBytes'> &
    Pick<MailRoomDeps, 'timers'>,
): MailRoom {
  const { config, texts, log, now } = deps;
  const { smtp: server, from, tries: maxTries } = config.mail;
  return createMailRoom({
    ...(deps.timers && { timers: deps.timers }),
    ...{ server, from, maxTries, siteName: config.site.name, texts, log, now, obscure: obscureAddress },
    outbox: deps.store.outbox,
    isOver: createOverLook(deps),
    seals: outboxSealsOf(deps.seal),
    random: fractionsOf(deps.randomBytes),
    newId: () => Buffer.from(deps.randomBytes(18)).toString('base64url'),
  });
}

/** Whether customers may have links mailed at all. */
export function mailsLinks({ config, mailer }: Pick<ComposeDeps, 'config' | 'mailer'>): boolean {
  return mailer.isConfigured && config.mail.linksPerDay > 0;
}

/** Whether the secret of a mail that waits is over: its link leads nowhere. 'not-yet-known' while it is handed out. */
function createOverLook({ seal, store, now }: Pick<ComposeDeps, 'seal' | 'store' | 'now'>) {
  return async (letter: Letter): Promise<boolean | 'not-yet-known'> => {
    if (letter.kind !== 'recipient-link' && letter.kind !== 'support-intake') return false;
    const key = new URL(letter.link).pathname.split('/').at(-1) as SecretKey;
    const row = await store.secrets.look(seal.secretId(key), now());
    if (row === null || row.life === 'live') return false;
    return row.isHeld ? 'not-yet-known' : true;
  };
}

/** How mails wait: nothing in a row but times can be read without the site secret. */
export function outboxSealsOf(seal: KeyRing): OutboxSeals {
  return {
    siteKeyId: seal.siteKeyId,
    mails: seal.siteSealer('outbox'),
    labels: seal.siteSealer('outbox-label'),
    nameOf: createMac(seal.nameKey('outbox-name')).of,
  };
}
