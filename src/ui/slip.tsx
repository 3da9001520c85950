import type { ReactNode } from 'react';
import { useTexts } from './texts.tsx';

/** The ticket a secret travels on: stub and body, joined by a perforation, parted once it is used. */
export function Slip({ isTorn, stub, children }: { isTorn: boolean; stub: ReactNode; children: ReactNode }) {
  return (
    <article className={isTorn ? 'slip slip--torn' : 'slip'}>
      <div className="slip__stub">{stub}</div>
      {children}
    </article>
  );
}

/** Who hosts this, in words. */
export function HostedBy({ host }: { host: string }) {
  const { t } = useTexts();
  return (
    <span className="host">
      <small>{t('slip.stub.hostedBy')}</small>
      <bdi>{host}</bdi>
    </span>
  );
}

/** Which secret this is: its short key, for pages that are not about the host. */
export function SecretName({ shortkey }: { shortkey: string }) {
  const { t } = useTexts();
  return (
    <span className="host">
      <small>{t('slip.stub.secret')}</small>
      <bdi className="mono">{shortkey}</bdi>
    </span>
  );
}

export type SlipState = 'live' | 'used' | 'received' | 'burned' | 'expired';

/** The dot with its word: filled is one view left, hollow is viewed, struck is burned. */
export function SlipPill({ state }: { state: SlipState }) {
  const { t } = useTexts();
  const words: Record<SlipState, string> = {
    live: t('slip.stub.oneLeft'),
    used: t('slip.stub.noneLeft'),
    received: t('slip.stub.received'),
    burned: t('slip.stub.burned'),
    expired: t('slip.stub.expired'),
  };
  return (
    <span className={PILLS[state].pill}>
      <span className={PILLS[state].dot} />
      {words[state]}
    </span>
  );
}

const PILLS: Record<SlipState, { pill: string; dot: string }> = {
  live: { pill: 'pill pill--live', dot: 'dot' },
  used: { pill: 'pill', dot: 'dot dot--hollow' },
  received: { pill: 'pill', dot: 'dot dot--hollow' },
  burned: { pill: 'pill pill--burned', dot: 'dot dot--burned' },
  expired: { pill: 'pill', dot: 'dot dot--hollow' },
};
