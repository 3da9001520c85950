import { Fragment } from 'react';

/**
 * Comma separated addresses, each a run of its own. The list runs in the direction of the page, even if the text around
 * isolates it: from right to left, too, the first address is the one read first.
 */
export function Addresses({ addresses }: { addresses: string }) {
  // With their places as keys: masked, the addresses of two people may be alike.
  const runs = addresses.split(', ').map((address, at) => ({ address, at }));
  return (
    <span className="addresses">
      {runs.map(({ address, at }) => (
        <Fragment key={at}>
          {at > 0 && <span>, </span>}
          <bdi>{address}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
