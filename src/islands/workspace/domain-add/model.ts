import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '#src/ui/texts.tsx';
import type { Client, Fields } from '../../client/client.ts';
import { type FormFailure, failureOf } from '../../client/form-post.ts';
import { textAt } from '../../client/json.ts';
import type { Lasting } from '../../client/lasting.ts';
import { domainPath } from '../domain-paths.ts';
import type { Ways } from '../ways.tsx';

/** What the page came with. */
export interface AddStart {
  readonly typed: string;
  readonly error: FormFailure | null;
}

export interface AddDeps {
  readonly client: Client;
  readonly t: Translate;
  readonly ways: Ways;
  /** Whether the form is still on the screen: the answer may come when somebody has gone elsewhere. */
  readonly isShown: () => boolean;
  readonly log: (message: string, cause: unknown) => void;
}

export interface AddModel extends Lasting {
  /** From the press until the next screen is there. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** The domain is added, and its page on the way. */
  readonly isLeaving: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** What the field begins with. */
  typed(): string;
  submit(fields: Fields): Promise<void>;
}

/** Adds a domain; whether it is one is for the server to say. */
export function createAddModel(start: AddStart, { client, t, ways, isShown, log }: AddDeps): AddModel {
  const isBusy = signal(false);
  const isAwaiting = signal(false);
  const isLeaving = signal(false);
  const failure = signal(start.error);
  let { typed } = start;

  function fail(refused: FormFailure): void {
    failure.value = refused;
    isBusy.value = false;
  }

  async function leaveFor(display_domain: string): Promise<void> {
    ways.outdate();
    typed = '';
    isBusy.value = isShown();
    if (!isShown()) return;
    isLeaving.value = true;
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
    ...{ isAwaiting, isLeaving, failure },
    typed: () => typed,
    async submit(fields) {
      if (isBusy.value) return;
      isBusy.value = true;
      isAwaiting.value = true;
      failure.value = null;
      typed = fields.find(([name]) => name === 'domain')?.[1] ?? '';
      const answer = await client.post('/api/v2/account/domains/add', fields);
      isAwaiting.value = false;
      const refused = failureOf(answer, t);
      if (refused !== null) return fail(refused);
      const name = answer.kind === 'json' ? textAt(answer.body, 'record', 'display_domain') : null;
      if (name === null) return fail({ field: null, message: t('customDomains.add.undefined') });
      await leaveFor(name);
    },
  };
}
