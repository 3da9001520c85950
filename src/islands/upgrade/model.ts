import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Frequency, Testimonial, UpgradeOffer } from '#src/features/plans/plan-wire.ts';

export interface UpgradeDeps {
  readonly offer: UpgradeOffer;
  /** From 0 up to 1, without it. */
  readonly random: () => number;
}

export interface UpgradeModel {
  readonly isOpen: ReadonlySignal<boolean>;
  readonly frequency: ReadonlySignal<Frequency>;
  /** Another one, perhaps, at each opening. */
  readonly testimonial: ReadonlySignal<Testimonial>;
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
  const testimonial = signal<Testimonial>(testimonials[0]);
  return {
    ...{ isOpen, frequency, testimonial },
    href() {
      const chosen = frequencies.find(({ value }) => value === frequency.value);
      return tier.href + (chosen?.priceSuffix ?? '');
    },
    open() {
      testimonial.value = testimonials[Math.floor(random() * testimonials.length)] ?? testimonials[0];
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
