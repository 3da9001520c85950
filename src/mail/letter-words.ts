import type { Translator } from '#src/i18n/texts.ts';
import { unmistakableAddress } from '#src/values/unmistakable-domain.ts';
import type { Letter } from './mail-port.ts';

/** What a letter says, in one language; text and HTML are made of the same words. */
export interface LetterWords {
  readonly subject: string;
  readonly lead: readonly string[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** Until when it is good, and what to do if it was not meant for the reader. */
  readonly notes: readonly string[];
}

export interface WordsDeps {
  readonly t: Translator;
  /** BCP 47, for dates. */
  readonly languageTag: string;
  readonly host: string;
}

export function letterWords(letter: Letter, { t, languageTag, host }: WordsDeps): LetterWords {
  const place: Place = { t, host, date: (instantMs) => utcDate(languageTag, instantMs) };
  switch (letter.kind) {
    case 'verification':
      return verificationWords(letter, place);
    case 'known-account':
      return knownAccountWords(letter, place);
    case 'sign-up-again':
      return signUpAgainWords(letter, place);
    case 'reset':
      return resetWords(letter, place);
    case 'password-changed':
      return passwordChangedWords(letter, place);
    case 'recipient-link':
      return recipientWords(letter, place);
    case 'support-intake':
      return supportWords(letter, place);
    case 'test':
      return testWords(place);
  }
}

interface Place {
  readonly t: Translator;
  readonly host: string;
  readonly date: (instantMs: number) => string;
}

type LetterOf<Kind extends Letter['kind']> = Extract<Letter, { kind: Kind }>;

function verificationWords({ link, expiresAtMs }: LetterOf<'verification'>, { t, host, date }: Place): LetterWords {
  return {
    subject: t('mail.verification.subject', { host }),
    lead: [t('mail.verification.lead', { host })],
    links: [{ label: t('mail.verification.action'), url: link }],
    notes: [t('mail.verification.until', { date: date(expiresAtMs) }), t('mail.verification.otherwise')],
  };
}

function knownAccountWords({ signInLink, resetLink }: LetterOf<'known-account'>, { t, host }: Place): LetterWords {
  return {
    subject: t('mail.knownAccount.subject', { host }),
    lead: [t('mail.knownAccount.lead', { host })],
    links: [
      { label: t('mail.knownAccount.signIn'), url: signInLink },
      { label: t('mail.knownAccount.reset'), url: resetLink },
    ],
    notes: [t('mail.knownAccount.until'), t('mail.knownAccount.otherwise')],
  };
}

function signUpAgainWords({ link, expiresAtMs }: LetterOf<'sign-up-again'>, { t, host, date }: Place): LetterWords {
  return {
    subject: t('mail.reset.subject', { host }),
    lead: [t('mail.signUpAgain.lead', { host })],
    links: [{ label: t('mail.reset.action'), url: link }],
    notes: [t('mail.reset.until', { date: date(expiresAtMs) }), t('mail.verification.otherwise')],
  };
}

function resetWords({ link, expiresAtMs }: LetterOf<'reset'>, { t, host, date }: Place): LetterWords {
  return {
    subject: t('mail.reset.subject', { host }),
    lead: [t('mail.reset.lead', { host })],
    links: [{ label: t('mail.reset.action'), url: link }],
    notes: [t('mail.reset.until', { date: date(expiresAtMs) }), t('mail.reset.otherwise')],
  };
}

function passwordChangedWords(
  { resetLink, changedAtMs }: LetterOf<'password-changed'>,
  { t, host, date }: Place,
): LetterWords {
  return {
    subject: t('mail.passwordChanged.subject', { host }),
    lead: [t('mail.passwordChanged.lead', { host, date: date(changedAtMs) })],
    links: [{ label: t('mail.passwordChanged.action'), url: resetLink }],
    notes: [t('mail.passwordChanged.until'), t('mail.passwordChanged.otherwise')],
  };
}

function recipientWords(
  { sender: custid, isSenderProven, link, hasPassphrase, expiresAtMs }: LetterOf<'recipient-link'>,
  { t, host, date }: Place,
): LetterWords {
  const sender = isSenderProven ? unmistakableAddress(custid) : t('mail.recipientLink.somebody');
  return {
    subject: t('mail.recipientLink.subject', { sender, host }),
    lead: [
      t('mail.recipientLink.lead', { sender, host }),
      ...(hasPassphrase ? [t('mail.recipientLink.passphrase', { sender })] : []),
    ],
    links: [{ label: t('mail.recipientLink.action'), url: link }],
    notes: [t('mail.recipientLink.until', { date: date(expiresAtMs) }), t('mail.recipientLink.otherwise')],
  };
}

function supportWords(
  { link, ticketNumber, hasPassphrase, expiresAtMs }: LetterOf<'support-intake'>,
  { t, host, date }: Place,
): LetterWords {
  return {
    subject: t('mail.supportIntake.subject', { ticketNumber, host }),
    lead: [
      t('mail.supportIntake.lead', { ticketNumber, host }),
      ...(hasPassphrase ? [t('mail.supportIntake.passphrase')] : []),
    ],
    links: [{ label: t('mail.supportIntake.action'), url: link }],
    notes: [t('mail.supportIntake.until', { date: date(expiresAtMs) }), t('mail.supportIntake.otherwise')],
  };
}

function testWords({ t, host }: Place): LetterWords {
  return {
    subject: t('mail.test.subject', { host }),
    lead: [t('mail.test.lead', { host })],
    links: [],
    notes: [t('mail.test.otherwise')],
  };
}

/** 'Tuesday, January 15, 2030 at 12:00 PM UTC': the reader's time zone is not known here. */
function utcDate(languageTag: string, instantMs: number): string {
  const format = new Intl.DateTimeFormat(languageTag, {
    ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' },
  });
  return format.format(instantMs);
}
