import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Fields } from '../../client/client.ts';
import { createFormPost, type FormFailure, type FormPostDeps } from '../../client/form-post.ts';
import { textAt } from '../../client/json.ts';

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

export type AccountFormDeps = FormPostDeps;

export interface TokenModel extends AccountFormModel {
  /** Shown from its making until the page goes; nobody can read it later. */
  readonly token: ReadonlySignal<string | null>;
}

export function createPasswordModel(deps: AccountFormDeps & { readonly onChanged: () => void }): AccountFormModel {
  return createAccountForm('/api/v2/account/change-password', deps, () => {
    deps.onChanged();
    return null;
  });
}

/** `made` is the token of an answer without script. */
export function createTokenModel(made: string | null, deps: AccountFormDeps): TokenModel {
  const token = signal(made);
  const form = createAccountForm('/api/v2/account/apitoken', deps, (body) => {
    token.value = textAt(body, 'record', 'apitoken') ?? token.value;
    return null;
  });
  return { ...form, token };
}

/** Deletes the account; the way home begins once the success could be read. */
export function createDestroyModel(deps: AccountFormDeps & { readonly onDestroyed: () => void }): AccountFormModel {
  return createAccountForm('/api/v2/account/destroy', deps, () => {
    deps.onDestroyed();
    return '/';
  });
}

function createAccountForm(
  url: string,
  deps: AccountFormDeps,
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
