import type { Testimonial } from './plan-wire.ts';

/** All of them are made up, and every page that shows one says so. */
const TESTIMONIALS = [
  { quote: 'testimonials.chat.quote', name: 'testimonials.chat.name', company: 'testimonials.chat.company', stars: 5 },
  { quote: 'testimonials.desk.quote', name: 'testimonials.desk.name', company: 'testimonials.desk.company', stars: 5 },
  { quote: 'testimonials.name.quote', name: 'testimonials.name.name', company: 'testimonials.name.company', stars: 5 },
  { quote: 'testimonials.code.quote', name: 'testimonials.code.name', company: 'testimonials.code.company', stars: 4 },
  { quote: 'testimonials.once.quote', name: 'testimonials.once.name', company: 'testimonials.once.company', stars: 5 },
] as const;

export function testimonialsIn(t: (key: string) => string): readonly [Testimonial, ...Testimonial[]] {
  const [first, ...others] = TESTIMONIALS;
  return [told(first, t), ...others.map((one) => told(one, t))];
}

function told({ quote, name, company, stars }: (typeof TESTIMONIALS)[number], t: (key: string) => string): Testimonial {
  return { quote: t(quote), name: t(name), company: t(company), stars };
}
