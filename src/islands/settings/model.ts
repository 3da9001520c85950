import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ListedRegions } from '#src/features/regions/region.ts';
import { createJurisdictionStore, type JurisdictionStore } from '../regions/model.ts';

export interface SettingsDeps {
  /** Null when the page speaks it, else what the person should read. */
  readonly changeLanguage: (locale: string) => Promise<string | null>;
  /** As the page has listed them. */
  readonly regions: ListedRegions;
}

export interface SettingsModel {
  readonly isOpen: ReadonlySignal<boolean>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<string | null>;
  /** Whether the page has been put into another language since the dialog was opened. */
  readonly isChanged: ReadonlySignal<boolean>;
  /** Knows nothing before the dialog is opened. */
  readonly regions: JurisdictionStore;
  open(): void;
  close(): void;
  /** Puts the page into the language; a second call while busy is dropped. */
  changeLanguage(locale: string): Promise<void>;
}

export function createSettingsModel({ changeLanguage, regions: listed }: SettingsDeps): SettingsModel {
  const isOpen = signal(false);
  const isBusy = signal(false);
  const failure = signal<string | null>(null);
  const isChanged = signal(false);
  const regions = createJurisdictionStore();
  return {
    ...{ isOpen, isBusy, failure, isChanged, regions },
    open() {
      regions.init(listed);
      isOpen.value = true;
      failure.value = null;
      isChanged.value = false;
    },
    close() {
      isOpen.value = false;
    },
    async changeLanguage(locale) {
      if (isBusy.value) return;
      isBusy.value = true;
      isChanged.value = false;
      failure.value = null;
      failure.value = await changeLanguage(locale);
      isChanged.value = failure.value === null;
      // Whoever has closed it meanwhile waits for the language.
      if (!isChanged.value) isOpen.value = true;
      isBusy.value = false;
    },
  };
}
