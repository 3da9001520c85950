import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ListedRegions } from '#src/features/regions/region.ts';
import { createJurisdictionStore, type JurisdictionStore } from '../regions/model.ts';

export interface SettingsDeps {
  /** Null when the server has taken it, else what the person should read. */
  readonly updateLocale: (locale: string) => Promise<string | null>;
  readonly reload: () => void;
  /** As the page has listed them. */
  readonly regions: ListedRegions;
}

export interface SettingsModel {
  readonly isOpen: ReadonlySignal<boolean>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<string | null>;
  /** Knows nothing before the dialog is opened. */
  readonly regions: JurisdictionStore;
  open(): void;
  close(): void;
  /** Loads the page anew in the language; a second call while busy is dropped. */
  changeLanguage(locale: string): Promise<void>;
}

export function createSettingsModel({ updateLocale, reload, regions: listed }: SettingsDeps): SettingsModel {
  const isOpen = signal(false);
  const isBusy = signal(false);
  const failure = signal<string | null>(null);
  const regions = createJurisdictionStore();
  return {
    ...{ isOpen, isBusy, failure, regions },
    open() {
      regions.init(listed);
      isOpen.value = true;
      failure.value = null;
    },
    close() {
      isOpen.value = false;
    },
    async changeLanguage(locale) {
      if (isBusy.value) return;
      isBusy.value = true;
      failure.value = await updateLocale(locale);
      // Busy until the page in the new language is there.
      if (failure.value === null) reload();
      else isBusy.value = false;
    },
  };
}
