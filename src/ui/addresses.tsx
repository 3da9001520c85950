import { Fragment } from 'react';

/** Comma separated addresses. Each is a run of its own: from right to left, too, the first is the one read first. */
export function Addresses({ addresses }: { addresses: string }) {
  return addresses.split(', ').map((address, index) => (
    <Fragment key={address}>
      {index > 0 && <span>, </span>}
      <bdi>{address}</bdi>
    </Fragment>
  ));
}
