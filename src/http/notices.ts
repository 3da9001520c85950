/** What a page says about what has just happened: its address names one of these, never a text. */
const NOTICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'sign-in': {
    'signed-up': 'accountNotices.signIn.signedUp',
    'mail-sent': 'accountNotices.signIn.mailSent',
    'password-set': 'accountNotices.signIn.passwordSet',
  },
  account: {
    password: 'accountNotices.account.password',
    paid: 'accountNotices.account.paid',
  },
  home: {
    'account-deleted': 'accountNotices.account.destroyed',
  },
};

/** The key of the text, in locales/; null where none is named, and for a name that is not ours. */
export function noticeKey(page: 'sign-in' | 'account' | 'home', name: unknown): string | null {
  const texts = NOTICES[page];
  return typeof name === 'string' && texts && Object.hasOwn(texts, name) ? (texts[name] ?? null) : null;
}
