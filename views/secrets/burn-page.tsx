import { BurnForm } from '#src/islands/burn-form/island.tsx';
import { Island } from '#src/islands/island.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { LocalTime } from '#src/ui/local-time.tsx';
import { gapAfter } from '#src/ui/sentences.ts';
import { SecretName, Slip, SlipPill } from '#src/ui/slip.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { BurnProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { type Ending, endingOf } from './ending.ts';

export function burnScreen(props: BurnProps, { t }: ScreenContext): Screen {
  const ending = endingOf(props);
  const title = ending === null ? t('burn.page.title') : t('burn.cannot.title');
  const islands = ending === null ? ['burn-form'] : [];
  const body = ending === null ? <Burn {...props} /> : <CannotBurn {...props} ending={ending} />;
  return { title, layout: 'slip', isIndexed: false, islands, body };
}

function Burn({ record, details, error }: BurnProps) {
  const { t } = useTexts();
  const form = {
    metadataKey: record.key,
    action: record.burn_path,
    cancelUrl: record.metadata_path,
    hasPassphrase: details.has_passphrase,
    error,
  };
  const stub = (
    <>
      <SecretName shortkey={record.secret_shortkey} />
      <SlipPill state="live" />
    </>
  );
  return (
    <>
      <a className="back" href={record.metadata_path}>
        <Icon name="arrow-left" variant="icon--dir icon--sm" />
        {t('burn.page.back')}
      </a>
      <Slip isTorn={false} stub={stub}>
        <div className="slip__body once">
          <div className="once__lead">
            <h1>{t('burn.page.title')}</h1>
            <p className="muted">{t('burn.page.text')}</p>
          </div>
          <Island name="burn-form" component={BurnForm} props={form} />
          <p className="once__careful">
            <Icon name="info" />
            <span>
              <b>{t('burn.page.permanent')}</b>
              {`${gapAfter(t('burn.page.permanent'))}${t('burn.page.permanentText')}`}
            </span>
          </p>
        </div>
      </Slip>
    </>
  );
}

function CannotBurn({ record, ending }: BurnProps & { ending: Ending }) {
  const { t } = useTexts();
  const texts: Record<Ending['kind'], string> = {
    received: t('burn.cannot.viewed', { date: SLOT }),
    burned: t('burn.cannot.burned', { date: SLOT }),
    expired: t('burn.cannot.expired', { date: SLOT }),
  };
  const stub = (
    <>
      <SecretName shortkey={record.secret_shortkey} />
      <SlipPill state={ending.kind} />
    </>
  );
  return (
    <Slip isTorn stub={stub}>
      <div className="slip__body once">
        <div className="once__lead">
          <h1>{t('burn.cannot.title')}</h1>
          <p className="muted">
            <Slotted text={texts[ending.kind]}>
              <LocalTime atMs={ending.atMs} />
            </Slotted>
          </p>
        </div>
        <a className="btn btn--lg btn--block" href={record.metadata_path}>
          {t('burn.page.back')}
        </a>
      </div>
    </Slip>
  );
}
