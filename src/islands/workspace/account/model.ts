import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Fields } from '../../client/client.ts';
import { createFormPost, type FormFailure, type FormPostDeps } from '../../client/form-post.ts';
import { textAt } from '../../client/json.ts';
import type { Lasting } from '../../client/lasting.ts';
import type { AuthState } from '../../session/auth-state.ts';
import type { AccountFailure } from '../screens.ts';

/** A form of the account page that says what became of it. */
export interface AccountFormModel {
  readonly isBusy: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** True from a success until the next try. */
  readonly isDone: ReadonlySignal<boolean>;
  submit(fields: Fields): Promise<void>;
  /** What went wrong has been read. */
  forget(): void;
}

/** What the account page came with. */
export interface AccountStart {
  /** The token in an answer to a form sent without script. */
  readonly apitoken: string | null;
  readonly error: AccountFailure | null;
}

export interface AccountDeps extends Omit<FormPostDeps, 'error'> {
  readonly auth: Pick<AuthState, 'stop' | 'logout'>;
  /** Whether the account is still on the screen: answers may come when somebody has gone elsewhere. */
  readonly isShown: () => boolean;
}

/** The forms of the account page, one model for all: a new password ends the key. */
export interface AccountModel extends Lasting {
  readonly key: TokenModel;
  readonly password: AccountFormModel;
  readonly destroy: DestroyModel;
}

export function createAccountModel({ apitoken, error }: AccountStart, deps: AccountDeps): AccountModel {
  const depsOf = (form: AccountFailure['form']) => ({ ...deps, error: error?.form === form ? error : null });
  const key = createTokenModel(apitoken, depsOf('apitoken'));
  const password = createPasswordModel(key, depsOf('password'));
  const destroy = createDestroyModel(depsOf('destroy'));
  const isAwaiting = computed(() => [key, password, destroy].some((form) => form.isBusy.value));
  return { key, password, destroy, isAwaiting };
}

export interface TokenModel extends AccountFormModel {
  /** Shown from its making until the screen or the page goes; nobody can read it later. */
  readonly token: ReadonlySignal<string | null>;
  /** There was one, and a new password has ended it. */
  readonly isEnded: ReadonlySignal<boolean>;
  end(): void;
}

function createTokenModel(made: string | null, deps: FormPostDeps): TokenModel {
  const token = signal(made);
  const isEnded = signal(false);
  const form = createAccountForm('/api/v2/account/apitoken', deps, (body) => {
    token.value = textAt(body, 'record', 'apitoken') ?? token.value;
    return null;
  });
  return {
    ...{ ...form, token, isEnded },
    isDone: computed(() => form.isDone.value && token.value !== null),
    end() {
      token.value = null;
      isEnded.value = true;
      form.forget();
    },
  };
}

function createPasswordModel(key: TokenModel, deps: FormPostDeps): AccountFormModel {
  return createAccountForm('/api/v2/account/change-password', deps, () => {
    key.end();
    return null;
  });
}

export interface DestroyModel extends AccountFormModel {
  /** Whether its dialog is open. What became of the account opens it again for whoever has closed it meanwhile. */
  readonly isOpen: ReadonlySignal<boolean>;
  open(): void;
  close(): void;
}

/** Deletes the account; the way home begins once the success could be read, and at once where nobody reads it. */
function createDestroyModel({ auth, isShown, ...deps }: AccountDeps & Pick<FormPostDeps, 'error'>): DestroyModel {
  const isOpen = signal(false);
  const form = createAccountForm('/api/v2/account/destroy', deps, () => {
    if (isShown()) {
      auth.stop();
      return '/';
    }
    auth.logout();
    return null;
  });
  return {
    ...{ ...form, isOpen },
    open() {
      isOpen.value = true;
    },
    close() {
      isOpen.value = false;
      form.forget();
    },
    async submit(fields) {
      await form.submit(fields);
      isOpen.value = true;
    },
  };
}

function createAccountForm(
  url: string,
  deps: FormPostDeps,
  onSuccess: (body: unknown) => string | null,
): AccountFormModel {
  const post = createFormPost(deps);
  const isDone = signal(false);
  return {
    isBusy: post.isBusy,
    failure: post.failure,
    forget: post.forget,
    isDone,
    async submit(fields) {
      if (post.isBusy.value) return;
      isDone.value = false;
      await post.submit(url, fields, (body) => {
        isDone.value = true;
        return onSuccess(body);
      });
    },
  };
}
