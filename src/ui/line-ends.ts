/**
 * A text with '\n' as its line ends, which a field makes of them anyway. The server must draw it so: HTML reads '\r\n'
 * as '\n', and then drops the one that begins a field or a `pre`. React makes up for that, but only if it sees '\n'.
 */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
