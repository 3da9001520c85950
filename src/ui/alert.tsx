import type { ReactNode } from 'react';
import { firstStop } from './field.tsx';
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
  /** Its kind stands before the words, for all to read; otherwise only the sign's label says it. */
  readonly isTitled?: boolean;
  /** The page opens with the focus on it, its news: what is there from the start is not read out otherwise. */
  readonly isFirst?: boolean;
  readonly children: ReactNode;
  /** A button at the end, such as the one that dismisses it. */
  readonly action?: ReactNode;
}

export function Alert({ kind, role, isTitled, isFirst = false, children, action }: AlertProps) {
  const { className, icon } = ALERTS[kind];
  const title = titleOf(kind, useTexts());
  const isSaidBySign = !isTitled && kind !== 'ok';
  return (
    <div className={className} role={role} {...((role === 'alert' || isFirst) && firstStop(isFirst))}>
      <Icon name={icon} label={isSaidBySign ? title : undefined} />
      <div>
        {isTitled && (
          <>
            <b>{title}</b>
            <br />
          </>
        )}
        {children}
      </div>
      {action}
    </div>
  );
}

/** What colour and sign say to those who see them; undefined for a plain message. */
function titleOf(kind: AlertKind, { t }: PageTexts): string | undefined {
  if (kind === 'danger') return t('alert.title.error');
  if (kind === 'ok') return t('alert.title.success');
  return kind === 'warn' ? t('alert.title.warning') : undefined;
}
