import type { ReactNode } from 'react';
import { Addresses } from '#src/ui/addresses.tsx';
import { formatDuration, formatUtc } from '#src/ui/amounts.ts';
import { Icon } from '#src/ui/icon.tsx';
import { withLineFeeds } from '#src/ui/line-ends.ts';
import { useTexts } from '#src/ui/texts.tsx';
import type { PrivateBodyProps } from './private-page.tsx';

const MASK = '*'.repeat(22);

/** What the sender can know while the secret waits. */
export function WaitingFacts(props: PrivateBodyProps) {
  const { t, lang } = useTexts();
  const { record, details } = props;
  return (
    <div className="card__body">
      <dl className="kv">
        <Fact name={t('private.facts.secret')}>
          <bdi className="mono">{record.secret_shortkey}</bdi>
        </Fact>
        <PassphraseNote details={details} />
        <SentTo {...props} advice={t('private.mail.failedText')} />
        <Fact name={t('private.facts.expiresIn', { time: record.expiration_stamp })}>
          <span className="num">{t('private.facts.created', { date: formatUtc(lang, record.created * 1000) })}</span>
        </Fact>
        <Content {...props} />
      </dl>
    </div>
  );
}

export function PassphraseNote({ details }: Pick<PrivateBodyProps, 'details'>) {
  const { t } = useTexts();
  if (!details.has_passphrase) return null;
  return (
    <Fact name={t('private.facts.passphrase')}>
      <Icon name="key" variant="icon--inline icon--sm" />
      {` ${t('private.facts.passphraseText')}`}
    </Fact>
  );
}

const MAIL_STATES = {
  waiting: { className: 'badge', textKey: 'private.mail.waiting' },
  sent: { className: 'badge badge--ok', textKey: 'private.mail.sent' },
  failed: { className: 'badge badge--warn', textKey: 'private.mail.failed' },
} as const;

interface SentToProps extends Pick<PrivateBodyProps, 'record' | 'mails'> {
  /** What to do if a mail has failed; none once the link leads nowhere. */
  readonly advice?: string;
}

/** Who the link was mailed to and what became of each mail; nothing when it was not. */
export function SentTo({ record, mails, advice }: SentToProps) {
  const { t } = useTexts();
  if (!record.show_recipients || record.recipients === '') return null;
  if (mails.length === 0)
    return (
      <Fact name={t('private.facts.sentTo')}>
        <Addresses addresses={record.recipients} />
      </Fact>
    );
  return (
    <Fact name={t('private.facts.sentTo')}>
      <ul className="list--bare stack stack--sm">
        {mails.map(({ address, state }) => (
          <li key={address}>
            <bdi>{address}</bdi> <span className={MAIL_STATES[state].className}>{t(MAIL_STATES[state].textKey)}</span>
          </li>
        ))}
      </ul>
      {advice && mails.some(({ state }) => state === 'failed') && <p className="faint">{advice}</p>}
    </Fact>
  );
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The sender's copy while it is kept, which it never is with a passphrase; else only a mask. */
function Content({ details, nowMs }: PrivateBodyProps) {
  const { t } = useTexts();
  if (details.can_decrypt && details.show_secret && details.secret_value !== null) {
    return <SendersCopy value={details.secret_value} details={details} nowMs={nowMs} />;
  }
  if (details.has_passphrase) {
    return (
      <Fact name={t('private.facts.protected')}>
        {`${t('private.facts.encrypted')} `}
        <span className="faint">{t('private.facts.encryptedText')}</span>
      </Fact>
    );
  }
  return <MaskedContent />;
}

function MaskedContent() {
  const { t } = useTexts();
  return (
    <Fact name={t('private.facts.content')}>
      <span className="mono" aria-hidden="true">
        {MASK}
      </span>
      <span className="vh">{t('private.facts.hidden')}</span>
    </Fact>
  );
}

function SendersCopy({ value, details, nowMs }: Pick<PrivateBodyProps, 'details' | 'nowMs'> & { value: string }) {
  const { t, lang } = useTexts();
  const { shown_until: until } = details;
  // At least 1: in its last second, too, the copy has an end.
  const shownSeconds = until === null ? null : Math.max(1, until - Math.floor(nowMs / 1000));
  return (
    <div className="no-print" data-shown-seconds={shownSeconds ?? undefined}>
      <dt>
        <label htmlFor="own">{t('private.facts.content')}</label>
      </dt>
      <dd>
        <textarea
          className="secret"
          id="own"
          readOnly
          rows={details.display_lines}
          dir="auto"
          // A browser that writes down what stands in fields, to restore them after a crash, leaves this one out.
          autoComplete="off"
          defaultValue={withLineFeeds(value)}
          spellCheck={false}
        />
        {shownSeconds !== null && (
          <p className="hint">{t('private.facts.shownFor', { time: formatDuration(lang, shownSeconds) })}</p>
        )}
        {/* What stands here when that time is over. */}
        <template>
          <MaskedContent />
        </template>
      </dd>
    </div>
  );
}
