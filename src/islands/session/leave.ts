const LOGOUT_PATH = '/logout';

/** Deleted as far as scripts may see them; the server clears the rest. */
const COOKIES = ['sess', 'locale'] as const;

export interface LeaveDeps {
  /** What islands on this page remember together. */
  readonly stores: readonly { reset(): void }[];
  /** Takes the customer out of the document. */
  readonly clearCustomer: () => void;
  readonly deleteCookie: (name: string) => void;
  readonly clearSessionStorage: () => void;
  /** Whether a text stands on the page that would be lost with it: typed and not sent, or revealed once. */
  readonly holdsText: () => boolean;
  readonly go: (url: string) => void;
}

/**
 * The rest of a logout once the auth state is empty: cleans up, and lets the server end the session. A page that holds
 * a text stays as it is; the answer to its form says why. Returns whether the page goes.
 */
export function createLeave(deps: LeaveDeps): () => boolean {
  return () => {
    for (const store of deps.stores) store.reset();
    deps.clearCustomer();
    for (const cookie of COOKIES) deps.deleteCookie(cookie);
    deps.clearSessionStorage();
    const goes = !deps.holdsText();
    if (goes) deps.go(LOGOUT_PATH);
    return goes;
  };
}
