import { Fragment } from 'react';

/**
 * Comma separated addresses, of which several may look alike, being obscured. Each is a run of its own: from right to
 * left, too, the first is the one read first.
 */
export function Addresses({ addresses }: { addresses: string }) {
  const parts = addresses.split(', ').map((address, at) => ({ address, at }));
  return parts.map(({ address, at }) => (
    <Fragment key={at}>
      {at > 0 && <span>, </span>}
      <bdi>{address}</bdi>
    </Fragment>
  ));
}
