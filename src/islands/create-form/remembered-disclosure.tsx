import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { useEffects } from '../client/effects.tsx';

interface RememberedDisclosureProps {
  readonly title: string;
  readonly icon: IconName;
  /** Shown while it is closed. */
  readonly summary: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

/** A section that opens and closes, and stays as it was left the next time. */
export function RememberedDisclosure({ title, icon, summary, isOpenAtFirst, children }: RememberedDisclosureProps) {
  const { storage } = useEffects();
  const section = useRef<HTMLDetailsElement>(null);
  const name = `disclosure:${title}`;

  // Brings back what the last visit left in local storage.
  useEffect(() => {
    if (section.current && storage.read(name) === 'open') section.current.open = true;
  }, [storage, name]);

  return (
    <details
      className="disc"
      ref={section}
      open={isOpenAtFirst || undefined}
      onToggle={(event) => storage.write(name, event.currentTarget.open ? 'open' : 'closed')}
    >
      <summary>
        <Icon name={icon} />
        {title}
        <span className="disc__sum" suppressHydrationWarning>
          {summary}
        </span>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}
