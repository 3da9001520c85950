import { formatUtc } from '#src/ui/amounts.ts';
import { escapeHtml } from '#src/ui/escape-html.ts';
import type { Page, SecretProps } from '../page-props.ts';
import type { Gaps } from './template.ts';

type SecretPage = Extract<Page, { name: 'secret' }>;

/** Stand for what belongs to one secret; the numbers are larger than any that they stand for. */
const MARKS = {
  key: '\ue030key\ue031',
  claimant: '\ue032claimant\ue033',
  originalSize: 987_654_321_004,
  expiresAtMs: Date.UTC(2319, 6, 8, 9, 10, 11, 123),
} as const;

/** The page of a secret that waits, without what is that secret's own; null for one that is drawn by itself. */
export function blankSecret({ props, ...page }: SecretPage): SecretPage | null {
  const { record, details, error } = props;
  const isPlain = record.secret_value === undefined && !record.verification && !record.is_owner;
  if (!isPlain || details.retry_after > 0 || error !== null) return null;
  const { key, claimant, originalSize: original_size, expiresAtMs } = MARKS;
  const shown = { has_passphrase: record.has_passphrase, is_truncated: record.is_truncated };
  const blank = { secret_shortkey: '', verification: false, is_owner: false, share_domain: '', secret_ttl: 0 };
  return {
    ...page,
    props: { ...props, claimant, expiresAtMs, record: { ...shown, ...blank, key, secret_key: key, original_size } },
  };
}

/** Where its page is; a link with anything after it is drawn by itself. */
export function pathOfSecret({ props }: SecretPage): string {
  return `/secret/${props.record.key}`;
}

/** Every form in which a mark can stand in a drawn page, and the gap it makes. */
export function secretMarks(lang: string): readonly (readonly [mark: string, gap: string])[] {
  const { key, claimant, originalSize, expiresAtMs } = MARKS;
  return [
    [key, 'key'],
    [claimant, 'claimant'],
    [String(originalSize), 'originalSize'],
    [String(expiresAtMs), 'expiresAtMs'],
    [new Date(expiresAtMs).toISOString(), 'expiresIso'],
    [escapeHtml(formatUtc(lang, expiresAtMs)), 'expiresUtc'],
  ];
}

/** What goes into the gaps. Keys and tokens are letters, digits, - and _. */
export function secretGaps({ record, claimant, expiresAtMs }: SecretProps, lang: string): Gaps {
  let utc: string | null = null;
  return {
    ...{ key: () => record.key, claimant: () => claimant, originalSize: () => String(record.original_size) },
    expiresAtMs: () => String(expiresAtMs),
    expiresIso: () => new Date(expiresAtMs).toISOString(),
    // Made once: the page holds it twice.
    expiresUtc: () => {
      utc ??= escapeHtml(formatUtc(lang, expiresAtMs));
      return utc;
    },
  };
}
