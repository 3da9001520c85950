import type { AuthState } from './auth-state.ts';

export interface GuardDeps {
  readonly auth: Pick<AuthState, 'isAuthenticated' | 'check'>;
  readonly go: (url: string) => void;
  /** Without a sign-in, whoever is turned away goes to the home page. */
  readonly hasSignin: boolean;
}

/** Lets only the signed-in through: asks the server before it sends somebody away to sign in. */
export function createGuard({ auth, go, hasSignin }: GuardDeps): (path: string) => Promise<boolean> {
  return async (path) => {
    if (auth.isAuthenticated.value || (await auth.check())) return true;
    go(hasSignin ? `/signin?redirect=${encodeURIComponent(path)}` : '/');
    return false;
  };
}
