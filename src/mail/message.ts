import { domainToASCII } from 'node:url';
import { languageTag, textDirection } from '#src/i18n/language-tag.ts';
import type { Texts } from '#src/i18n/texts.ts';
import type { Mailbox } from '#src/values/mail-address.ts';
import { renderLetterHtml } from '#views/mails/letter-html.tsx';
import { type LetterWords, letterWords } from './letter-words.ts';
import type { OutgoingMail } from './mail-port.ts';

/** A mail in words, ready for a mail server. */
export interface Message {
  readonly from: Mailbox;
  /** One address, nothing else. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With its angle brackets; the same for every try, so that receivers can drop what they have. */
  readonly messageId: string;
  readonly dateMs: number;
}

export interface MessageDeps {
  readonly texts: Texts;
  readonly siteName: string;
  readonly from: Mailbox;
}

/** Puts a mail into words. `name` is unique to it and stays the same; it becomes the Message-ID. */
export function composeMessage(mail: OutgoingMail, name: string, dateMs: number, deps: MessageDeps): Message {
  refuseUnsafe(mail);
  const t = deps.texts.translator(mail.locale);
  const lang = languageTag(deps.texts.locales.includes(mail.locale) ? mail.locale : 'en');
  const words = letterWords(mail.letter, { t, languageTag: lang, host: mail.host });
  const footer = t('mail.footer.text', { site: deps.siteName, host: mail.host });
  return {
    ...{ from: deps.from, to: mail.to, subject: words.subject, dateMs },
    text: plainText(words, footer),
    html: renderLetterHtml({ ...words, lang, dir: textDirection(lang), footer }),
    messageId: `<${name}@${domainOf(deps.from)}>`,
  };
}

/**
 * Throws for what must never come near a mail's head: control characters anywhere in the mail (a
 * line break would begin a header of its own), and anything but one bare address to send it to.
 */
export function refuseUnsafe(mail: OutgoingMail): void {
  const { kind, ...places } = mail.letter;
  const values = [mail.to, mail.host, mail.locale, kind, ...Object.values(places)];
  if (values.some((value) => typeof value === 'string' && /[\p{Cc}\u2028\u2029]/u.test(value))) {
    throw new Error(`a ${kind} mail holds a control character`);
  }
  if (!/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/u.test(mail.to)) {
    throw new Error(`a ${kind} mail goes to something that is not one address`);
  }
}

function plainText({ lead, links, notes }: LetterWords, footer: string): string {
  // No colon between the two: languages set it in different ways.
  const addresses = links.map(({ label, url }) => `${label}\n${url}`);
  return `${[...lead, ...addresses, ...notes, `-- \n${footer}`].join('\n\n')}\n`;
}

/** In ASCII: a Message-ID knows nothing else (RFC 5322, 3.6.4). */
function domainOf({ address }: Mailbox): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}
