import type { VhostWire } from '#src/features/domains/domain-wire.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';
import { type Health, healthOf } from './status.ts';

const SIGNS: Readonly<Record<Health, { readonly icon: IconName; readonly className: string }>> = {
  active: { icon: 'check', className: 'pill pill--ok' },
  warning: { icon: 'alert', className: 'pill pill--warn' },
  failing: { icon: 'close', className: 'pill pill--burned' },
  unknown: { icon: 'clock', className: 'pill' },
};

/** One sign for how a domain fares, with its word and what the monitor says about it. */
export function StatusIcon({ vhost }: { vhost: VhostWire | null }) {
  const { t } = useTexts();
  const { icon, className } = SIGNS[healthOf(vhost?.status ?? null)];
  const label = labelOf(vhost?.status ?? null, t);
  const message = vhost?.status_message ?? '';
  return (
    <span className="status">
      <span className={className}>
        <Icon name={icon} variant="icon--sm" />
        {label}
      </span>
      {message !== '' && message !== label && <span className="status__message">{message}</span>}
    </span>
  );
}

function labelOf(status: string | null, t: Translate): string {
  switch (status) {
    case null:
      return t('customDomains.status.unknown');
    case 'DNS_INCORRECT':
      return t('customDomains.status.dnsIncorrect');
    case 'SSL_INVALID':
      return t('customDomains.status.sslInvalid');
    case 'UNREACHABLE':
      return t('customDomains.status.unreachable');
    case 'UNPROVEN':
      return t('customDomains.status.unproven');
    default:
      return healthOf(status) === 'active' ? t('customDomains.status.active') : t('customDomains.status.failing');
  }
}
