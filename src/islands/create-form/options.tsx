import { useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { PassphraseField } from '../passphrase-field/island.tsx';
import { RememberedDisclosure } from './remembered-disclosure.tsx';

const MASKED_KEY = '•'.repeat(26);

export interface Lifetime {
  readonly seconds: number;
  /** In the page's language: '7 days'. */
  readonly label: string;
}

interface PrivacyOptionsProps {
  readonly lifetimes: readonly Lifetime[];
  readonly ttlSeconds: number;
  readonly passphraseError: string | null;
}

/** Passphrase and lifetime. */
export function PrivacyOptions({ lifetimes, ttlSeconds, passphraseError }: PrivacyOptionsProps) {
  const { t } = useTexts();
  const [seconds, setSeconds] = useState(ttlSeconds);
  const chosen = lifetimes.find((lifetime) => lifetime.seconds === seconds);
  return (
    <RememberedDisclosure
      title={t('create.privacy.title')}
      icon="key"
      summary={chosen?.label ?? ''}
      isOpenAtFirst={passphraseError !== null}
    >
      <div className="disc__body stack">
        <div className="grid-2">
          <PassphraseField id="passphrase" hint={t('create.privacy.passphraseHint')} error={passphraseError} />
          <LifetimeField lifetimes={lifetimes} ttlSeconds={ttlSeconds} onChoose={setSeconds} />
        </div>
      </div>
    </RememberedDisclosure>
  );
}

interface LifetimeFieldProps {
  readonly lifetimes: readonly Lifetime[];
  readonly ttlSeconds: number;
  readonly onChoose: (seconds: number) => void;
}

function LifetimeField({ lifetimes, ttlSeconds, onChoose }: LifetimeFieldProps) {
  const { t } = useTexts();
  const isEmpty = lifetimes.length === 0;
  return (
    <div className="field">
      <label className="label" htmlFor="ttl">
        {t('create.privacy.lifetime')}
      </label>
      <span className="select-wrap">
        <select
          className="select"
          id="ttl"
          name="ttl"
          defaultValue={ttlSeconds}
          disabled={isEmpty}
          aria-describedby="ttl-hint"
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
        >
          {isEmpty && <option>{t('create.privacy.noLifetimes')}</option>}
          {lifetimes.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
      <p className="hint" id="ttl-hint">
        {t('create.privacy.lifetimeHint')}
      </p>
    </div>
  );
}

/** How the link will look, with its key masked. */
export function LinkPreview({ linkPrefix, host }: { linkPrefix: string; host: string }) {
  const { t } = useTexts();
  return (
    <RememberedDisclosure title={t('create.preview.title')} icon="link" summary={host}>
      <div className="disc__body">
        <p className="code code--wrap" dir="ltr">
          {`${linkPrefix}${MASKED_KEY}`}
        </p>
      </div>
    </RememberedDisclosure>
  );
}
