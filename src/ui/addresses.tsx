import { Fragment } from 'react';

/**
 * Comma separated addresses. Each is a run of its own, and their list one in the direction of the page, also where a
 * text isolates what is put into it: from right to left, too, the first is the one read first.
 */
export function Addresses({ addresses }: { addresses: string }) {
  // Masked, those of two people may be alike.
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
