/** Every way in which an answer is a refusal, and what it looks like on the wire. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** The input field it belongs to. */
  readonly field?: string;
  /** What the message names: `{{max}}` and the like. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Wrong passphrases that are left before the lock; 0 while it holds. */
  readonly triesLeft?: number;
  /** Stands in the log, and is all that is said about the unexpected. */
  readonly incident?: string;
}

/** Programs compare it to the letter, in every language. */
export const NOT_FOUND = 'Not Found';

/** There is no room for it just now; in a moment there may be. */
export const BUSY: Refusal = { kind: 'busy', retryAfter: 2 };

interface Wire {
  readonly status: number;
  readonly errorType: string;
  /** In locales/. */
  readonly messageKey: string;
  /** What programs get instead, in every language. */
  readonly message?: string;
}

/** The kinds are public: programs read `error_type`. Never 401 or 403 for a wrong input: those end a sign-in. */
const REFUSALS = {
  'wrong-signature': { status: 400, errorType: 'WrongSignature', messageKey: 'billing.errors.signature' },
  malformed: { status: 400, errorType: 'Malformed', messageKey: 'errors.malformed' },
  'not-authorized': { status: 401, errorType: 'NotAuthorized', messageKey: 'errors.notAuthorized' },
  'signed-out': { status: 401, errorType: 'NotAuthorized', messageKey: 'errors.signedOut' },
  'not-found': { status: 404, errorType: 'NotFound', messageKey: 'errors.notFound', message: NOT_FOUND },
  gone: { status: 404, errorType: 'RecordNotFound', messageKey: 'errors.secretNotFound' },
  'unknown-record': { status: 404, errorType: 'RecordNotFound', messageKey: 'errors.unknownSecret' },
  'method-not-allowed': { status: 405, errorType: 'MethodNotAllowed', messageKey: 'errors.methodNotAllowed' },
  'already-received': { status: 409, errorType: 'AlreadyReceived', messageKey: 'errors.alreadyReceived' },
  'already-burned': { status: 409, errorType: 'AlreadyBurned', messageKey: 'errors.alreadyBurned' },
  'already-expired': { status: 409, errorType: 'Expired', messageKey: 'errors.expired' },
  'body-too-large': { status: 413, errorType: 'TooLarge', messageKey: 'errors.tooLarge' },
  'too-long': { status: 413, errorType: 'TooLarge', messageKey: 'errors.contentTooLong' },
  'unsupported-media-type': {
    status: 415,
    errorType: 'UnsupportedMediaType',
    messageKey: 'errors.unsupportedMediaType',
  },
  'unknown-host': { status: 421, errorType: 'UnknownHost', messageKey: 'errors.unknownHost' },
  'cross-site': { status: 422, errorType: 'BadShrimp', messageKey: 'errors.crossSite' },
  'bad-shrimp': { status: 422, errorType: 'BadShrimp', messageKey: 'errors.shrimp' },
  'nothing-to-share': { status: 422, errorType: 'FormError', messageKey: 'errors.secret' },
  'not-text': { status: 422, errorType: 'FormError', messageKey: 'errors.notText' },
  'not-confirmed': { status: 422, errorType: 'FormError', messageKey: 'errors.continue' },
  'wrong-input': { status: 422, errorType: 'FormError', messageKey: 'errors.wrongType' },
  'generate-with-content': { status: 422, errorType: 'FormError', messageKey: 'errors.generateWithContent' },
  'unknown-kind': { status: 422, errorType: 'FormError', messageKey: 'errors.kind' },
  'length-out-of-range': { status: 422, errorType: 'FormError', messageKey: 'errors.length' },
  'unknown-character-set': { status: 422, errorType: 'FormError', messageKey: 'errors.characterSets' },
  'passphrase-too-long': { status: 422, errorType: 'FormError', messageKey: 'errors.passphraseTooLong' },
  'ttl-out-of-range': { status: 422, errorType: 'FormError', messageKey: 'errors.ttl' },
  'recipient-needs-account': { status: 422, errorType: 'FormError', messageKey: 'errors.recipient' },
  'no-mail': { status: 422, errorType: 'PlanLimit', messageKey: 'errors.noMail' },
  'wrong-recipient': { status: 422, errorType: 'FormError', messageKey: 'errors.wrongRecipient' },
  'too-many-recipients': { status: 422, errorType: 'FormError', messageKey: 'errors.tooManyRecipients' },
  'passphrase-needed': { status: 422, errorType: 'FormError', messageKey: 'errors.passphraseNeeded' },
  'passphrase-too-short': { status: 422, errorType: 'FormError', messageKey: 'errors.passphraseTooShort' },
  'create-needs-account': { status: 422, errorType: 'PlanLimit', messageKey: 'errors.createNeedsAccount' },
  'create-not-from-here': { status: 422, errorType: 'PlanLimit', messageKey: 'errors.createNotFromHere' },
  'create-not-on-domain': { status: 422, errorType: 'PlanLimit', messageKey: 'errors.createNotOnDomain' },
  'api-off': { status: 422, errorType: 'PlanLimit', messageKey: 'errors.apiOff' },
  'unknown-share-domain': { status: 422, errorType: 'FormError', messageKey: 'errors.shareDomain' },
  'plan-without-api': { status: 422, errorType: 'PlanLimit', messageKey: 'planErrors.api' },
  'plan-without-email': { status: 422, errorType: 'PlanLimit', messageKey: 'planErrors.email' },
  'plan-without-domains': { status: 422, errorType: 'PlanLimit', messageKey: 'planErrors.domains' },
  'invalid-domain': { status: 422, errorType: 'FormError', messageKey: 'domainErrors.invalid' },
  'domain-taken': { status: 409, errorType: 'DomainTaken', messageKey: 'domainErrors.taken' },
  'too-many-domains': { status: 422, errorType: 'PlanLimit', messageKey: 'domainErrors.tooMany' },
  'unknown-domain': { status: 404, errorType: 'RecordNotFound', messageKey: 'domainErrors.unknown' },
  'domain-too-early': { status: 429, errorType: 'RateLimited', messageKey: 'domainErrors.tooEarly' },
  'address-missing': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.addressMissing' },
  'password-missing': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.passwordMissing' },
  'invalid-address': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.invalidAddress' },
  'address-not-allowed': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.addressNotAllowed' },
  'not-agreed': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.notAgreed' },
  'password-too-short': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.passwordTooShort' },
  'password-too-long': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.passwordTooLong' },
  'password-not-text': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.passwordNotText' },
  'password-well-known': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.passwordWellKnown' },
  'password-is-address': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.passwordIsAddress' },
  'passwords-differ': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.passwordsDiffer' },
  'wrong-password': { status: 422, errorType: 'WrongPassword', messageKey: 'accountErrors.wrongPassword' },
  'wrong-credentials': { status: 422, errorType: 'WrongPassword', messageKey: 'accountErrors.wrongCredentials' },
  'wrong-or-not-verified': { status: 422, errorType: 'WrongPassword', messageKey: 'accountErrors.wrongOrNotVerified' },
  'reset-needs-mail': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.resetNeedsMail' },
  'unknown-locale': { status: 422, errorType: 'FormError', messageKey: 'accountErrors.unknownLocale' },
  'wrong-passphrase': { status: 422, errorType: 'WrongPassphrase', messageKey: 'errors.passphrase' },
  'bad-captcha': { status: 422, errorType: 'BadCaptcha', messageKey: 'errors.captcha' },
  'no-message': { status: 422, errorType: 'FormError', messageKey: 'errors.noMessage' },
  'message-too-long': { status: 422, errorType: 'FormError', messageKey: 'errors.messageTooLong' },
  'bad-address': { status: 422, errorType: 'FormError', messageKey: 'errors.address' },
  'wrong-brand': { status: 422, errorType: 'FormError', messageKey: 'brandErrors.words' },
  'wrong-accent': { status: 422, errorType: 'FormError', messageKey: 'brandErrors.accent' },
  'brand-too-long': { status: 422, errorType: 'FormError', messageKey: 'brandErrors.tooLong' },
  'no-logo': { status: 422, errorType: 'FormError', messageKey: 'brandErrors.noLogo' },
  'wrong-logo': { status: 422, errorType: 'FormError', messageKey: 'brandErrors.wrongLogo' },
  'logo-too-large': { status: 413, errorType: 'TooLarge', messageKey: 'brandErrors.logoTooLarge' },
  'logo-too-wide': { status: 422, errorType: 'FormError', messageKey: 'brandErrors.logoTooWide' },
  'no-ticket-number': { status: 422, errorType: 'FormError', messageKey: 'incoming.errors.noTicketNumber' },
  'ticket-number-too-long': { status: 422, errorType: 'FormError', messageKey: 'incoming.errors.ticketNumberTooLong' },
  'ticket-number-not-plain': {
    status: 422,
    errorType: 'FormError',
    messageKey: 'incoming.errors.ticketNumberNotPlain',
  },
  'rate-limited': { status: 429, errorType: 'RateLimited', messageKey: 'errors.rateLimited' },
  'too-many-mails': { status: 429, errorType: 'RateLimited', messageKey: 'errors.tooManyMails' },
  locked: { status: 429, errorType: 'Locked', messageKey: 'errors.locked' },
  'locked-for-long': { status: 429, errorType: 'Locked', messageKey: 'errors.lockedLong' },
  'too-early': { status: 429, errorType: 'Locked', messageKey: 'errors.tooEarly' },
  'added-too-many': { status: 429, errorType: 'RateLimited', messageKey: 'domainErrors.addedTooMany' },
  'incoming-limit': { status: 429, errorType: 'RateLimited', messageKey: 'incoming.errors.limit' },
  'feedback-limit': { status: 429, errorType: 'RateLimited', messageKey: 'errors.feedbackLimit' },
  'too-many-tries': { status: 429, errorType: 'RateLimited', messageKey: 'accountErrors.tooManyTries' },
  'too-many-tries-for-long': { status: 429, errorType: 'RateLimited', messageKey: 'accountErrors.tooManyTriesLong' },
  busy: { status: 503, errorType: 'Busy', messageKey: 'errors.busy' },
  'payments-away': { status: 503, errorType: 'PaymentsUnavailable', messageKey: 'billing.errors.away' },
  'store-away': { status: 503, errorType: 'StoreUnavailable', messageKey: 'errors.unavailable' },
  'initial-data': { status: 503, errorType: 'StoreUnavailable', messageKey: 'errors.initialData' },
  'details-not-sent': { status: 503, errorType: 'StoreUnavailable', messageKey: 'incoming.errors.notSent' },
  'details-uncertain': { status: 503, errorType: 'StoreUncertain', messageKey: 'incoming.errors.uncertain' },
  'store-uncertain': { status: 503, errorType: 'StoreUncertain', messageKey: 'errors.uncertain' },
  unexpected: { status: 500, errorType: 'Unexpected', messageKey: 'errors.unexpected' },
} as const satisfies Record<string, Wire>;

export type RefusalKind = keyof typeof REFUSALS;

/** The status of a page that is drawn with a refusal, or without one. */
export function pageStatusOf(refusal: Refusal | null): number {
  return refusal === null ? 200 : wireOf(refusal.kind).status;
}

/** What a refusal is on the wire: status, error type and the key of its text. */
export function wireOf(kind: RefusalKind): Wire {
  return REFUSALS[kind];
}
