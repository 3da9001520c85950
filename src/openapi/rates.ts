import { RATE_GROUPS } from '#src/values/rate-groups.ts';
import type { Rates } from '#views/docs/reference-props.ts';
import type { ApiText } from './texts.ts';

/** What calls are counted by; `payment` counts pages alone. */
const GROUPS = RATE_GROUPS.filter((group) => group !== 'payment');

type MostCalls = Readonly<Record<(typeof GROUPS)[number], number | null>>;

/** How much this site allows; null is any number. */
export interface RatesInForce {
  readonly isEnabled: boolean;
  readonly windowSeconds: number;
  readonly perAddress: MostCalls;
  readonly perAccount: MostCalls;
}

/** The numbers of this site, to be read. */
export function ratesOf({ isEnabled, windowSeconds, perAddress, perAccount }: RatesInForce, text: ApiText): Rates {
  const title = text('page.rates.title');
  if (!isEnabled) return { title, windowSeconds, paragraphs: [text('page.rates.off')], heads: [], groups: [] };
  const most = (number: number | null) => (number === null ? text('page.rates.any') : String(number));
  return {
    ...{ title, windowSeconds },
    paragraphs: text('page.rates.text').split('\n\n'),
    heads: ['group', 'calls', 'perAddress', 'perAccount'].map((head) => text(`page.rates.${head}`)),
    groups: GROUPS.map((name) => ({
      ...{ name, text: text(`page.rates.groups.${name}`) },
      ...{ perAddress: most(perAddress[name]), perAccount: most(perAccount[name]) },
    })),
  };
}
