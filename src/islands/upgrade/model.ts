import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Frequency, UpgradeOffer } from '#src/features/plans/plan-wire.ts';

export interface UpgradeDeps {
  readonly offer: UpgradeOffer;
  /** From 0 up to but without 1. */
  readonly random: () => number;
}

export interface UpgradeModel {
  readonly isOpen: ReadonlySignal<boolean>;
  readonly frequency: ReadonlySignal<Frequency>;
  /** Drawn at each opening. The place in the list, not the words: the list may come in another language meanwhile. */
  readonly testimonialAt: ReadonlySignal<number>;
  /** Where the plan is paid for: '/plans/identity/month'. */
  href(): string;
  open(): void;
  close(): void;
  choose(frequency: Frequency): void;
}

export function createUpgradeModel({ offer, random }: UpgradeDeps): UpgradeModel {
  const { tier, frequencies, testimonials } = offer;
  const isOpen = signal(false);
  const frequency = signal<Frequency>('monthly');
  const testimonialAt = signal(0);
  return {
    ...{ isOpen, frequency, testimonialAt },
    href() {
      const chosen = frequencies.find(({ value }) => value === frequency.value);
      return tier.href + (chosen?.priceSuffix ?? '');
    },
    open() {
      testimonialAt.value = Math.floor(random() * testimonials.length);
      isOpen.value = true;
    },
    close() {
      isOpen.value = false;
    },
    choose(chosen) {
      frequency.value = chosen;
    },
  };
}
