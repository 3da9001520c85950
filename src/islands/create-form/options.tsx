import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef, useState } from 'react';
import { FieldError, fieldState } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { PassphraseField } from '../passphrase-field/island.tsx';
import { RememberedDisclosure } from './remembered-disclosure.tsx';
import { hasChoice, type ShareDomainModel } from './share-domain.ts';
import { ShareDomainField } from './share-domain-field.tsx';

const MASKED_KEY = '•'.repeat(26);

export interface Lifetime {
  readonly seconds: number;
  /** In the page's language: '7 days'. */
  readonly label: string;
}

interface PrivacyOptionsProps {
  readonly lifetimes: readonly Lifetime[];
  readonly ttlSeconds: number;
  readonly passphrase: string;
  readonly minPassphraseChars: number;
  readonly passphraseError: string | null;
  readonly hasRecipient: boolean;
  readonly recipient: string;
  readonly recipientError: string | null;
  readonly shareDomain: ShareDomainModel;
  readonly shareDomainError: string | null;
}

/** Passphrase, lifetime and, where there are any to choose from, who gets the link and on which domain. */
export function PrivacyOptions(props: PrivacyOptionsProps) {
  const { t } = useTexts();
  const { lifetimes, ttlSeconds, minPassphraseChars: count, passphraseError, recipientError, shareDomainError } = props;
  const [seconds, setSeconds] = useState(ttlSeconds);
  const chosen = lifetimes.find((lifetime) => lifetime.seconds === seconds);
  const hasDomains = hasChoice(props.shareDomain);
  return (
    <RememberedDisclosure
      title={t('create.privacy.title')}
      icon="key"
      summary={chosen?.label ?? ''}
      mustBeOpen={count > 0 || props.passphrase !== ''}
      hasError={passphraseError !== null || recipientError !== null || shareDomainError !== null}
    >
      <div className="disc__body stack">
        <div className="grid-2">
          <PassphraseField
            id="passphrase"
            typed={props.passphrase}
            hint={count > 0 ? t('create.privacy.passphraseNeeded', { count }) : t('create.privacy.passphraseHint')}
            error={passphraseError}
            isNew
          />
          <LifetimeField lifetimes={lifetimes} ttlSeconds={ttlSeconds} onChoose={setSeconds} />
        </div>
        {(props.hasRecipient || hasDomains) && (
          <div className="grid-2">
            {props.hasRecipient && <RecipientField recipient={props.recipient} error={recipientError} />}
            {hasDomains && <ShareDomainField model={props.shareDomain} error={shareDomainError} />}
          </div>
        )}
      </div>
    </RememberedDisclosure>
  );
}

function RecipientField({ recipient, error }: { recipient: string; error: string | null }) {
  const { t } = useTexts();
  const errorId = error === null ? null : 'recipient-error';
  return (
    <div className="field">
      <label className="label" htmlFor="recipient">
        {`${t('create.privacy.recipient')} `}
        <span className="faint">{t('create.privacy.optional')}</span>
      </label>
      <input
        className="input"
        id="recipient"
        name="recipient[]"
        type="email"
        dir="ltr"
        autoComplete="off"
        placeholder={t('create.privacy.recipientExample')}
        defaultValue={recipient}
        {...fieldState('recipient-hint', errorId)}
      />
      <p className="hint" id="recipient-hint">
        {t('create.privacy.recipientHint')}
      </p>
      {error !== null && errorId !== null && <FieldError id={errorId} message={error} />}
    </div>
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
  const select = useRef<HTMLSelectElement>(null);

  // Follows the document: it was chosen before the script came, or the browser has restored it.
  useEffect(() => {
    if (select.current) onChoose(Number(select.current.value));
  }, [onChoose]);

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
          ref={select}
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
export function LinkPreview({ shareDomain }: { shareDomain: ShareDomainModel }) {
  useSignals();
  const { t } = useTexts();
  const { host, linkPrefix } = shareDomain.chosen.value;
  return (
    <RememberedDisclosure
      title={t('create.preview.title')}
      icon="link"
      summary={host}
      needsScript={hasChoice(shareDomain)}
    >
      <div className="disc__body">
        <p className="code code--wrap" dir="ltr">
          {`${linkPrefix}${MASKED_KEY}`}
        </p>
      </div>
    </RememberedDisclosure>
  );
}
