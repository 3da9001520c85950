import { formatAge } from '#src/ui/amounts.ts';
import { type PageTexts, useTexts } from '#src/ui/texts.tsx';
import type { Ending } from './ending.ts';
import type { PrivateBodyProps } from './private-page.tsx';

const JUST_NOW_SECONDS = 60;

interface Stop {
  readonly name: string;
  readonly when: string;
  readonly className?: string;
}

export function WaitingTrack({ record, nowMs }: PrivateBodyProps) {
  const texts = useTexts();
  const { t } = texts;
  const stops: Stop[] = [
    { name: t('private.track.created'), when: ageOf(record.created * 1000, nowMs, texts), className: 'is-done' },
    { name: t('private.track.received'), when: t('private.track.notYet') },
    { name: t('private.track.expires'), when: t('private.track.in', { time: record.expiration_stamp }) },
  ];
  return <Track stops={stops} />;
}

export function EndedTrack({ record, ending, nowMs }: PrivateBodyProps & { ending: Ending }) {
  const texts = useTexts();
  const { t } = texts;
  const isReceived = ending.kind === 'received';
  const names: Record<Ending['kind'], string> = {
    received: t('private.track.received'),
    burned: t('private.track.burned'),
    expired: t('private.track.expired'),
  };
  const stops: Stop[] = [
    { name: t('private.track.created'), when: ageOf(record.created * 1000, nowMs, texts), className: 'is-done' },
    { name: names[ending.kind], when: ageOf(ending.atMs, nowMs, texts), className: CLASSES[ending.kind] },
    {
      name: t('private.track.removed'),
      when: isReceived ? t('private.track.afterView') : t('private.track.unread'),
      className: 'is-end',
    },
  ];
  return <Track stops={stops} />;
}

function Track({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTexts();
  return (
    <ol className="track" aria-label={t('private.track.label')}>
      {stops.map(({ name, when, className }) => (
        <li key={name} className={className}>
          <b>{name}</b>
          {when}
        </li>
      ))}
    </ol>
  );
}

const CLASSES: Record<Ending['kind'], string> = { received: 'is-done', burned: 'is-burned', expired: 'is-end' };

function ageOf(atMs: number, nowMs: number, { t, lang }: PageTexts): string {
  const ageSeconds = Math.floor((nowMs - atMs) / 1000);
  return ageSeconds < JUST_NOW_SECONDS ? t('private.track.justNow') : formatAge(lang, ageSeconds);
}
