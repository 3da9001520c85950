import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type AlertKind = 'plain' | 'warn' | 'danger';

const ALERTS: Record<AlertKind, { className: string; icon: IconName }> = {
  plain: { className: 'alert', icon: 'info' },
  warn: { className: 'alert alert--warn', icon: 'alert' },
  danger: { className: 'alert alert--danger', icon: 'alert' },
};

interface AlertProps {
  readonly kind: AlertKind;
  /** 'alert' for what went wrong, 'status' for news; nothing for what was there from the start. */
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
  /** A button at the end, such as the one that dismisses it. */
  readonly action?: ReactNode;
}

export function Alert({ kind, role, children, action }: AlertProps) {
  return (
    <div className={ALERTS[kind].className} role={role}>
      <Icon name={ALERTS[kind].icon} />
      <div>{children}</div>
      {action}
    </div>
  );
}
