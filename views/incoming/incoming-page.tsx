import { useEffects } from '#src/islands/client/effects.tsx';
import { Trap } from '#src/islands/feedback/fields.tsx';
import { SendControls } from '#src/islands/incoming/island.tsx';
import { Island } from '#src/islands/island.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { fieldState } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { FormError } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import type { IncomingProps } from './incoming-props.ts';

const ALERT_ID = 'incoming-alert';

/** Fields that say by themselves that they are wrong. */
const FIELDS: readonly (string | null)[] = ['secret', 'ticketno'];

/** What a customer of the operator's sends to support. */
export function incomingScreen(props: IncomingProps, { context, t }: ScreenContext): Screen {
  const recipient = context.globals.incoming_recipient ?? '';
  return {
    ...{ title: t('incoming.page.title'), layout: 'default', isIndexed: false, islands: ['incoming'] },
    body: <Incoming {...props} recipient={recipient} />,
  };
}

type FormProps = IncomingProps & { readonly recipient: string };

function Incoming(props: FormProps) {
  const { t } = useTexts();
  return (
    <>
      <header className="title">
        <h1>{t('incoming.page.title')}</h1>
        <p>{t('incoming.page.text')}</p>
      </header>
      <Outcome {...props} />
      <IncomingForm {...props} />
    </>
  );
}

function Outcome({ error, isSent }: IncomingProps) {
  const { t } = useTexts();
  if (error === null && !isSent) return null;
  return (
    <div className="gap" id={ALERT_ID}>
      {error === null ? (
        <Alert kind="ok" role="status" isFirst isTitled>
          {t('incoming.form.sent')}
        </Alert>
      ) : (
        <Alert kind="danger" role="alert" isTitled isFirst={!FIELDS.includes(error.field)}>
          {error.message}
        </Alert>
      )}
    </div>
  );
}

function IncomingForm({ recipient, secret, ticketNumber, hasCaptcha, error }: FormProps) {
  const { t } = useTexts();
  const { shrimp } = useEffects();
  return (
    // Safari respects `off` only on the form, others on the field.
    <form className="stack" action="/incoming" method="post" autoComplete="off" data-once="">
      <FormTokens shrimp={shrimp.token.peek()} />
      <div className="field">
        <label className="label" htmlFor="secret">
          {t('incoming.form.secret')}
        </label>
        <textarea
          className="textarea"
          id="secret"
          name="secret"
          rows={7}
          dir="auto"
          autoComplete="off"
          // A spell checker may send what is typed to somebody else.
          spellCheck={false}
          defaultValue={secret}
          {...wrongness('secret', error)}
        />
      </div>
      <div className="grid-2">
        <TicketField ticketNumber={ticketNumber} error={error} />
        <div className="field">
          <label className="label" htmlFor="recipient">
            {t('incoming.form.recipient')}
          </label>
          <input className="input" id="recipient" type="text" dir="ltr" readOnly value={recipient} />
        </div>
      </div>
      <Trap />
      <Island name="incoming" component={SendControls} props={{ hasCaptcha }} />
    </form>
  );
}

/** Any text may be a ticket number: no keyboard of digits alone, and no limit but the server's. */
function TicketField({ ticketNumber, error }: Pick<IncomingProps, 'ticketNumber' | 'error'>) {
  const { t } = useTexts();
  return (
    <div className="field">
      <label className="label" htmlFor="ticketno">
        {t('incoming.form.ticketNumber')}
      </label>
      <input
        className="input num"
        id="ticketno"
        name="ticketno"
        dir="auto"
        type="text"
        required
        autoComplete="off"
        defaultValue={ticketNumber}
        {...wrongness('ticketno', error, 'ticketno-hint')}
      />
      <p className="hint" id="ticketno-hint">
        {t('incoming.form.example')}
      </p>
    </div>
  );
}

/** What a field says of the alert above the form. */
function wrongness(field: string, error: FormError | null, hintId: string | null = null) {
  return fieldState(hintId, error?.field === field ? ALERT_ID : null);
}
