import type { ReadonlySignal } from '@preact/signals-react';
import type { Effects } from '../client/effects.tsx';
import { createFormPost, type FormFailure, type FormPostDeps } from '../client/form-post.ts';
import { textAt } from '../client/json.ts';

const CONFLICT = 409;

export interface BurnModel {
  readonly isBusy: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /**
   * Burns, and goes to the private page of the burned secret. If the secret was over before, loads this page anew,
   * which says since when.
   */
  burn(passphrase: string | null): Promise<void>;
  /** As `FormPost.comeBack`. */
  comeBack(): void;
}

export type BurnDeps = Pick<Effects, 'client' | 'go' | 'later'> & Pick<FormPostDeps, 't' | 'error'>;

export function createBurnModel(metadataKey: string, deps: BurnDeps): BurnModel {
  const refusedTargetOf = (status: number) => (status === CONFLICT ? `/private/${metadataKey}/burn` : null);
  const post = createFormPost({ ...deps, redirectDelayMs: 0, refusedTargetOf });
  return {
    isBusy: post.isBusy,
    failure: post.failure,
    comeBack: post.comeBack,
    burn(passphrase) {
      const asked = passphrase === null ? [] : [['passphrase', passphrase] as const];
      return post.submit(`/api/v2/private/${metadataKey}/burn`, [['continue', 'true'], ...asked], (body) => {
        const key = textAt(body, 'record', 'key');
        return `/private/${key ?? metadataKey}`;
      });
    },
  };
}
