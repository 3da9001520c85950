import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { type PageTexts, useTexts } from './texts.tsx';

export type AlertKind = 'plain' | 'ok' | 'warn' | 'danger';

const ALERTS: Record<AlertKind, { className: string; icon: IconName }> = {
  plain: { className: 'alert', icon: 'info' },
  ok: { className: 'alert alert--ok', icon: 'check' },
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
  const { className, icon } = ALERTS[kind];
  return (
    <div className={className} role={role}>
      <Icon name={icon} label={titleOf(kind, useTexts())} />
      <div>{children}</div>
      {action}
    </div>
  );
}

/** What colour and sign say to those who see them. */
function titleOf(kind: AlertKind, { t }: PageTexts): string | undefined {
  if (kind === 'danger') return t('alert.title.error');
  return kind === 'warn' ? t('alert.title.warning') : undefined;
}
