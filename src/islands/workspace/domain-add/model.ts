import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '#src/ui/texts.tsx';
import type { Client, Fields } from '../../client/client.ts';
import { type FormFailure, failureOf } from '../../client/form-post.ts';
import { textAt } from '../../client/json.ts';
import { domainPath } from '../domain-paths.ts';
import type { Ways } from '../ways.tsx';

export interface AddDeps {
  readonly client: Client;
  readonly t: Translate;
  readonly ways: Ways;
  /** Whether the form is still on the screen: the answer may come when somebody has gone elsewhere. */
  readonly isShown: () => boolean;
  readonly log: (message: string, cause: unknown) => void;
}

export interface AddModel {
  /** From the press until the next screen is there. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** The domain is added, and its page on the way. */
  readonly isLeaving: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  submit(fields: Fields): Promise<void>;
}

/** Adds a domain; whether it is one is for the server to say. */
export function createAddModel({ client, t, ways, isShown, log }: AddDeps): AddModel {
  const isBusy = signal(false);
  const isLeaving = signal(false);
  const failure = signal<FormFailure | null>(null);

  function fail(refused: FormFailure): void {
    failure.value = refused;
    isBusy.value = false;
  }

  async function leaveFor(display_domain: string): Promise<void> {
    isLeaving.value = true;
    ways.outdate();
    try {
      await ways.replaceBy(domainPath({ display_domain }, 'verify'), t('domainNotices.added'), isShown);
    } catch (cause) {
      log('The page of the domain could not be shown', cause);
      isLeaving.value = false;
      fail({ field: null, message: t('forms.post.unexpected') });
    }
  }

  return {
    isBusy,
    isLeaving,
    failure,
    async submit(fields) {
      if (isBusy.value) return;
      isBusy.value = true;
      failure.value = null;
      const answer = await client.post('/api/v2/account/domains/add', fields);
      const refused = failureOf(answer, t);
      if (refused !== null) return fail(refused);
      const name = answer.kind === 'json' ? textAt(answer.body, 'record', 'display_domain') : null;
      if (name === null) return fail({ field: null, message: t('customDomains.add.undefined') });
      await leaveFor(name);
    },
  };
}
