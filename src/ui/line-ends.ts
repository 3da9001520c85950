/**
 * A text with the line ends that a field has anyway. What the server draws needs it: HTML reads '\r\n' as '\n' first and
 * then drops one that begins a field or a `pre`. React writes one more for that, but only where it sees '\n'.
 */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
