import type { ReactNode } from 'react';

/**
 * Read out whenever it changes to something, without moving the focus; those who look see it in another way. It must
 * stand in the page, empty, before it has anything to say: an element that comes with its words is often not read.
 */
export function Said({ children }: { children: ReactNode }) {
  return (
    <span className="vh" role="status">
      {children}
    </span>
  );
}
