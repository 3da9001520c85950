import { useEffects } from '#src/islands/client/effects.tsx';
import { Island } from '#src/islands/island.tsx';
import { PassphraseField } from '#src/islands/passphrase-field/island.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { gapAfter } from '#src/ui/sentences.ts';
import { HostedBy, Slip, SlipPill } from '#src/ui/slip.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { RecipientBurnProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

/** For somebody who was not expecting a link: destroy it unread, after a second confirmation. */
export function recipientBurnScreen(props: RecipientBurnProps, { t }: ScreenContext): Screen {
  const title = props.isBurned ? t('burn.recipient.doneTitle') : t('burn.recipient.title');
  const islands = props.hasPassphrase && !props.isBurned ? ['passphrase-field'] : [];
  const body = props.isBurned ? <BurnedUnread {...props} /> : <BurnUnread {...props} />;
  return { title, layout: 'slip', isIndexed: false, islands, body };
}

function BurnUnread(props: RecipientBurnProps) {
  const { t } = useTexts();
  const stub = (
    <>
      <HostedBy host={props.host} />
      <SlipPill state="live" />
    </>
  );
  return (
    <>
      <a className="back" href={`/secret/${props.secretKey}`}>
        <Icon name="arrow-left" variant="icon--dir icon--sm" />
        {t('burn.page.back')}
      </a>
      <Slip isTorn={false} stub={stub}>
        <div className="slip__body once">
          <div className="once__lead">
            <h1>{t('burn.recipient.title')}</h1>
            <p className="muted">{t('burn.recipient.text')}</p>
          </div>
          <BurnUnreadForm {...props} />
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

function BurnUnreadForm({ secretKey, hasPassphrase, error }: RecipientBurnProps) {
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const isForField = hasPassphrase && error?.field === 'passphrase';
  const field = {
    id: 'passphrase',
    hint: t('burn.recipient.passphraseHint'),
    error: isForField ? error.message : null,
  };
  return (
    <form className="stack" action={`/secret/${secretKey}/burn`} method="post" data-once="">
      <FormTokens shrimp={shrimp.token.peek()} />
      <input type="hidden" name="continue" value="true" />
      {error !== null && !isForField && (
        <Alert kind="danger" role="alert" isFirst>
          {error.message}
        </Alert>
      )}
      {hasPassphrase && <Island name="passphrase-field" component={PassphraseField} props={field} />}
      <div className="stack stack--sm">
        <button className="btn btn--danger btn--lg btn--block" type="submit">
          <Icon name="flame" />
          {t('burn.recipient.confirm')}
        </button>
        <a className="btn btn--lg btn--block" href={`/secret/${secretKey}`}>
          {t('burn.page.cancel')}
        </a>
      </div>
    </form>
  );
}

function BurnedUnread({ host }: RecipientBurnProps) {
  const { t } = useTexts();
  const stub = (
    <>
      <HostedBy host={host} />
      <SlipPill state="burned" />
    </>
  );
  return (
    <Slip isTorn stub={stub}>
      <div className="slip__body once">
        <div className="once__lead">
          <h1>{t('burn.recipient.doneTitle')}</h1>
          <p className="muted">{t('burn.recipient.doneText')}</p>
        </div>
      </div>
    </Slip>
  );
}
