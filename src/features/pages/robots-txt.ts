/** Places that search engines have no business in: keys, what belongs to somebody, what a form leads to. */
const PRIVATE = [
  ...['/secret/', '/private/', '/api/', '/account', '/dashboard', '/recent', '/colonel', '/forgot', '/logout'],
  ...['/incoming', '/feedback', '/plans/', '/signin?', '/signup/', '/signup?'],
];

/** What crawlers are asked to stay away from on the site itself (RFC 9309). */
export function robotsTxt(): string {
  return fileOf(['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`)]);
}

/** On a customer's domain at most its home is for everybody. */
export function domainRobotsTxt(isHomeOpen: boolean): string {
  const open = isHomeOpen ? ['Allow: /$', 'Allow: /static/', 'Allow: /brand/'] : [];
  return fileOf(['User-agent: *', ...open, 'Disallow: /']);
}

function fileOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
