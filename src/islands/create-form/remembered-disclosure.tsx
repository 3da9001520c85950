import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { useEffects } from '../client/effects.tsx';

interface RememberedDisclosureProps {
  readonly title: string;
  readonly icon: IconName;
  /** Shown while it is closed. */
  readonly summary: string;
  /** Something in it must be filled in; it opens and may be closed again. */
  readonly mustBeOpen?: boolean;
  /** Something in it must be put right; it opens, although it was closed. */
  readonly hasError?: boolean;
  /** What it says follows a choice, which it cannot without script. */
  readonly needsScript?: boolean;
  readonly children: ReactNode;
}

/** A section that opens and closes, and stays as it was left the next time. */
export function RememberedDisclosure({
  title,
  icon,
  summary,
  mustBeOpen = false,
  hasError = false,
  needsScript = false,
  children,
}: RememberedDisclosureProps) {
  const { storage } = useEffects();
  const section = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(mustBeOpen || hasError);
  const name = `disclosure:${title}`;

  // Brings back what the last visit left in local storage.
  useEffect(() => {
    if (section.current && storage.read(name) === 'open') section.current.open = true;
  }, [storage, name]);

  // Opens the browser's own element when something in it must be seen; never closes it.
  useEffect(() => {
    if (section.current && (mustBeOpen || hasError)) section.current.open = true;
  }, [mustBeOpen, hasError]);

  // The browser cannot point at a wrong field in a closed section: it would send nothing, and not say why.
  const show = () => {
    if (section.current) section.current.open = true;
  };

  return (
    <details
      className={needsScript ? 'disc needs-script' : 'disc'}
      ref={section}
      open={isOpenAtFirst || undefined}
      onInvalidCapture={show}
      onToggle={(event) => storage.write(name, event.currentTarget.open ? 'open' : 'closed')}
    >
      <summary>
        <Icon name={icon} />
        {`${title} `}
        <bdi className="disc__sum" suppressHydrationWarning>
          {summary}
        </bdi>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}
