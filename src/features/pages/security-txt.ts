import { DAY_MS } from '#src/values/spans.ts';

/** Less than a year, as the RFC recommends. */
const VALID_DAYS = 180;

export interface SecurityTxt {
  /** Whom reports go to. */
  readonly address: string;
  /** Of the site, https. */
  readonly origin: string;
  /** BCP 47. */
  readonly languages: readonly string[];
}

/** How to report a vulnerability, for programs (RFC 9116). The same all day. */
export function securityTxt({ address, origin, languages }: SecurityTxt, nowMs: number): string {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace('.000Z', 'Z');
  const fields = [
    `Contact: mailto:${address.split('@').map(encodeURIComponent).join('@')}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/info/security`,
  ];
  return `${fields.join('\n')}\n`;
}
