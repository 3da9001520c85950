import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** One closed question of an accordion. */
export function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="disc">
      <summary>
        {title}
        <Icon name="chevron-down" />
      </summary>
      <div className="disc__body disc__body--prose">{children}</div>
    </details>
  );
}
