/** What is sold, as pages and islands show it. Ready to read, in the reader's language. */

export type Frequency = 'monthly' | 'annually';

export interface FrequencyOption {
  readonly value: Frequency;
  /** 'Monthly', 'Yearly'. */
  readonly label: string;
  /** What is put behind a plan's link, and in English behind a price. */
  readonly priceSuffix: '/month' | '/year';
}

export interface PlanTier {
  readonly id: string;
  readonly name: string;
  /** '/plans/{id}'; the suffix of a frequency goes behind it. */
  readonly href: string;
  /** What the button says. */
  readonly cta: string;
  /** '$35'. */
  readonly price: Readonly<Record<Frequency, string>>;
  readonly description: string;
  readonly features: readonly string[];
  readonly featured: boolean;
  /** Shown, not yet sold. */
  readonly coming: boolean;
}

/** Made up, and said to be. */
export interface Testimonial {
  readonly quote: string;
  readonly name: string;
  readonly company: string;
  /** Of five. */
  readonly stars: number;
}

/** What the dialog shows to customers whose plan lacks custom domains. */
export interface UpgradeOffer {
  readonly tier: PlanTier;
  readonly frequencies: readonly FrequencyOption[];
  /** One of them by chance at each opening. */
  readonly testimonials: readonly [Testimonial, ...Testimonial[]];
}
