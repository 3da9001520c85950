/** How a domain fares, by the status that the monitor gave it. */
export type Health = 'active' | 'warning' | 'failing' | 'unknown';

/** null until the monitor has looked. */
export function healthOf(status: string | null): Health {
  if (status === null) return 'unknown';
  if (status.includes('ACTIVE')) return 'active';
  return status === 'DNS_INCORRECT' ? 'warning' : 'failing';
}
