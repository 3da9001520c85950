/**
 * What of an e-mail address may be shown to somebody who has the link to a page but need not know
 * the address: 'foo@example.com' → 'fo*****@e*****.com'. Short parts lose more, and the number of
 * stars never tells a length.
 */
export function obscureAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return STARS;
  const [local, domain] = [[...address.slice(0, at)], address.slice(at + 1)];
  const lastDot = domain.lastIndexOf('.');
  const ending = lastDot === -1 ? '' : domain.slice(lastDot);
  return `${local.slice(0, local.length > 2 ? 2 : 1).join('')}${STARS}@${[...domain][0] ?? ''}${STARS}${ending}`;
}

const STARS = '*****';
