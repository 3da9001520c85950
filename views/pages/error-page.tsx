import { useTexts } from '#src/ui/texts.tsx';
import type { ErrorPageProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

/** RFC 9110: asked for by a name that is not ours. */
const MISDIRECTED = 421;

export function errorScreen(props: ErrorPageProps, _: ScreenContext): Screen {
  const body = <ErrorBody {...props} />;
  const about = { title: props.title, isIndexed: false, islands: [], body } as const;
  // Under a name that is not ours every link would lead to this page again.
  if (props.status === MISDIRECTED) return { ...about, layout: 'quiet', header: 'none', footer: 'none' };
  return { ...about, layout: 'default' };
}

function ErrorBody({ status, title, message, incident }: ErrorPageProps) {
  const { t } = useTexts();
  return (
    <section className="center stack">
      <p className="faint mono">{String(status)}</p>
      <h1>{title}</h1>
      <p className="muted">{message}</p>
      {incident !== null && <p className="faint mono">{t('error.page.incident', { incident })}</p>}
      {status !== MISDIRECTED && (
        <p>
          <a className="btn btn--primary" href="/">
            {t('error.page.home')}
          </a>
        </p>
      )}
    </section>
  );
}
