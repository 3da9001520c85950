import type { AccountDeps } from './account-deps.ts';
import { createOwnAccount, type OwnAccount } from './own-account.ts';
import { createResetting, type Resetting } from './resetting.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { createSignUp, type SignUp } from './sign-up.ts';

/** Everything that is decided about accounts. */
export interface AccountService {
  readonly signUp: SignUp;
  readonly signIn: SignIn;
  readonly resetting: Resetting;
  readonly own: OwnAccount;
}

export function createAccountService(deps: AccountDeps): AccountService {
  return {
    signUp: createSignUp(deps),
    signIn: createSignIn(deps),
    resetting: createResetting(deps),
    own: createOwnAccount(deps),
  };
}
