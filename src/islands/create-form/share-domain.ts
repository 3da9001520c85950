import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { KeyValueStore } from '../client/effects.tsx';

const STORAGE_KEY = 'selectedDomain';

/** A domain that the link may be built for. */
export interface ShareDomain {
  /** The value of the choice. */
  readonly name: string;
  /** As people read it. */
  readonly host: string;
  readonly linkPrefix: string;
}

export interface ShareDomainDeps {
  /** The site's own. */
  readonly site: ShareDomain;
  readonly others: readonly ShareDomain[];
  /** Name of the one that stands in the form; any other text is the site's own. */
  readonly drawn: string;
  readonly storage: KeyValueStore;
}

export interface ShareDomainModel {
  /** The site's own first. */
  readonly choices: readonly ShareDomain[];
  readonly chosen: ReadonlySignal<ShareDomain>;
  /** Takes over what stands in the form: a choice of before the script came, else the one that is remembered. */
  takeOver(name: string): void;
  choose(name: string): void;
}

/** Whether there is a domain to choose: else the form has no field for it. */
export const hasChoice = ({ choices }: ShareDomainModel): boolean => choices.length > 1;

/** Which domain the link is built for; remembered for the next time. */
export function createShareDomainModel({ site, others, drawn, storage }: ShareDomainDeps): ShareDomainModel {
  const choices = [site, ...others];
  const find = (name: string | null) => choices.find((choice) => choice.name === name);
  const chosen = signal(find(drawn) ?? site);
  const isDrawn = drawn !== '' && chosen.value.name === drawn;

  function choose(name: string): void {
    chosen.value = find(name) ?? site;
    storage.write(STORAGE_KEY, chosen.value.name);
  }

  return {
    choices,
    chosen,
    takeOver(name) {
      if (name !== chosen.value.name) choose(name);
      else if (!isDrawn) chosen.value = find(storage.read(STORAGE_KEY)) ?? site;
    },
    choose,
  };
}
