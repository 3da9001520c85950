import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { createFormPost, type FormPost, type FormPostDeps } from '../../client/form-post.ts';
import type { Lasting } from '../../client/lasting.ts';
import { domainApi } from '../domain-paths.ts';

/** The list, loaded anew, with the news that the server has for it. */
const REMOVED = '/account/domains?notice=removed';

/** What is asked about one domain, and what became of it. */
export interface Removal extends Pick<FormPost, 'isBusy' | 'failure'> {
  readonly domain: DomainWire;
}

export interface RemovalsModel extends Lasting {
  /** What the dialog is about; null while it is closed. Why a domain was not removed opens it again. */
  readonly asked: ReadonlySignal<Removal | null>;
  /** Opens the dialog; about a domain that is being removed it says so, and does not ask once more. */
  ask(domain: DomainWire): void;
  /**
   * Removes what the dialog is about, then loads the page anew; if the list has gone, the next way to a screen that
   * shows domains does.
   */
  remove(): Promise<void>;
  close(): void;
  /** As `FormPost.comeBack`. */
  comeBack(): void;
}

export interface RemovalsDeps extends FormPostDeps {
  /** Whether the list is on the screen: the answer may come when somebody has gone elsewhere. */
  readonly isShown: () => boolean;
  /** Tabs and creation form know of the domain too. */
  readonly outdate: () => void;
}

export function createRemovals(deps: RemovalsDeps): RemovalsModel {
  type SentRemoval = Removal & FormPost;
  const asked = signal<SentRemoval | null>(null);
  /** Those on their way, and those whose refusal has not been read. */
  const sent = signal<readonly SentRemoval[]>([]);

  function begin(domain: DomainWire): SentRemoval {
    return { domain, ...createFormPost({ ...deps, redirectDelayMs: 0 }) };
  }

  function settle(): void {
    sent.value = sent.value.filter(({ isBusy, failure }) => isBusy.value || failure.value !== null);
    asked.value ??= sent.value.find(({ failure }) => failure.value !== null) ?? null;
  }

  function targetOf(): string | null {
    deps.outdate();
    return deps.isShown() ? REMOVED : null;
  }

  return {
    asked,
    isAwaiting: computed(() => sent.value.some((removal) => removal !== asked.value || removal.isBusy.value)),
    ask(domain) {
      const known = sent.value.find((removal) => removal.domain.identifier === domain.identifier);
      asked.value = known ?? begin(domain);
    },
    async remove() {
      const removal = asked.value;
      if (removal === null) return;
      sent.value = [...new Set([...sent.value, removal])];
      await removal.submit(`${domainApi(removal.domain)}/remove`, [], targetOf);
      settle();
    },
    close() {
      asked.value?.forget();
      asked.value = null;
      settle();
    },
    comeBack() {
      for (const removal of sent.value) removal.comeBack();
      settle();
    },
  };
}
