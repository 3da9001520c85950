import { Alert } from '#src/ui/alert.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { HostedBy, Slip, SlipPill } from '#src/ui/slip.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';
import type { PrivateProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { type Ending, endingOf } from './ending.ts';
import { EndedFacts } from './private-ended-facts.tsx';
import { WaitingFacts } from './private-facts.tsx';
import { Faq } from './private-faq.tsx';
import { SharedLink } from './private-link.tsx';
import { EndedTrack } from './private-track.tsx';
import { PassphraseTries } from './private-tries.tsx';

/** The sender's page: the link while it waits, and what became of it. */
export function privateScreen(props: PrivateProps, { context, t }: ScreenContext): Screen {
  const ending = endingOf(props);
  const islands = ending === null && props.details.show_secret_link ? ['copy-link'] : [];
  const body = <PrivateBody {...props} ending={ending} nowMs={context.nowMs} />;
  return {
    title: headingOf(props, ending, t).title,
    layout: 'default',
    isIndexed: false,
    goesStale: true,
    islands,
    body,
  };
}

export interface PrivateBodyProps extends PrivateProps {
  readonly ending: Ending | null;
  readonly nowMs: number;
}

function PrivateBody(props: PrivateBodyProps) {
  const { t } = useTexts();
  const { ending, error } = props;
  const { title, text } = headingOf(props, ending, t);
  return (
    <>
      <header className="title">
        <h1>{title}</h1>
        <p>{text}</p>
      </header>
      <div className="stack stack--lg">
        {error !== null && (
          <Alert kind="danger" role="alert" isFirst>
            {error.message}
          </Alert>
        )}
        {ending === null ? <Waiting {...props} /> : <Ended {...props} ending={ending} />}
        {props.details.is_truncated && <Alert kind="warn">{t('private.facts.truncated')}</Alert>}
        <Faq ending={ending} />
      </div>
    </>
  );
}

function Waiting(props: PrivateBodyProps) {
  const { t } = useTexts();
  const { record } = props;
  return (
    <>
      <SharedLink {...props} />
      <PassphraseTries {...props} />
      <div className="card">
        <WaitingFacts {...props} />
        <div className="card__foot">
          <a className="btn btn--quiet-danger btn--edge" href={record.burn_path}>
            <Icon name="flame" />
            {t('private.actions.burn')}
          </a>
          <a className="btn btn--quiet btn--edge" href="/">
            <Icon name="plus" />
            {t('private.actions.create')}
          </a>
        </div>
      </div>
    </>
  );
}

function Ended(props: PrivateBodyProps & { ending: Ending }) {
  const { t } = useTexts();
  const stub = (
    <>
      <HostedBy host={props.linkHost} />
      <SlipPill state={props.ending.kind} />
    </>
  );
  return (
    <Slip isTorn stub={stub}>
      <div className="slip__body stack">
        <EndedTrack {...props} />
        <EndedFacts {...props} />
        <p>
          <a className="btn btn--primary" href="/">
            <Icon name="plus" />
            {t('private.actions.create')}
          </a>
        </p>
      </div>
    </Slip>
  );
}

function burnedText(by: PrivateProps['details']['burned_by'], t: Translate): string {
  if (by === 'operator') return t('private.burned.byOperator');
  return by === 'recipient' ? t('private.burned.byRecipient') : t('private.burned.bySender');
}

function headingOf({ record, details, isFresh }: PrivateProps, ending: Ending | null, t: Translate) {
  if (ending?.kind === 'received') return { title: t('private.received.title'), text: t('private.received.text') };
  if (ending?.kind === 'expired') return { title: t('private.expired.title'), text: t('private.expired.text') };
  if (ending?.kind === 'burned') {
    return { title: t('private.burned.title'), text: burnedText(details.burned_by, t) };
  }
  if (isFresh) return { title: t('private.fresh.title'), text: t('private.fresh.text') };
  if (record.is_previewed) return { title: t('private.previewed.title'), text: t('private.previewed.text') };
  return { title: t('private.waiting.title'), text: t('private.waiting.text') };
}
