/** A site that has said everything about itself: the facts that the specification names. */
export const LEGAL = {
  HUSHLINK_LEGAL_PROVIDER: 'Example Secrets Ltd.',
  HUSHLINK_LEGAL_CONTACT_ADDRESS: 'hello@example.org',
  HUSHLINK_LEGAL_SECURITY_ADDRESS: 'security@example.org',
  HUSHLINK_LEGAL_LAW: 'the Province of British Columbia, Canada',
  HUSHLINK_LEGAL_COURTS: 'Vancouver',
  HUSHLINK_LEGAL_SUPPORTED_VERSIONS: JSON.stringify([
    { versions: '0.18.x and later', supported: true },
    { versions: '0.17.x', supported: true },
    { versions: '0.16.0 and earlier', supported: false },
  ]),
} as const;

/** What can be read in an article without script, on one line; each heading stands behind '§'. */
export function articleWords(html: string): string {
  const article = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return article
    .replaceAll(/<button.*?<\/button>/g, '')
    .replaceAll(/<h2[^>]*>/g, ' § ')
    .replaceAll(/<(?:p|li|tr|td|th|div|h1)[ >][^>]*>?/g, (tag) => ` ${tag}`)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
