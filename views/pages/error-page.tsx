import { useTexts } from '#src/ui/texts.tsx';
import type { ErrorPageProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

export function errorScreen(props: ErrorPageProps, _: ScreenContext): Screen {
  return { title: props.title, layout: 'default', isIndexed: false, islands: [], body: <ErrorBody {...props} /> };
}

function ErrorBody({ status, title, message, incident }: ErrorPageProps) {
  const { t } = useTexts();
  return (
    <section className="center stack">
      <p className="faint mono">{String(status)}</p>
      <h1>{title}</h1>
      <p className="muted">{message}</p>
      {incident !== null && <p className="faint mono">{t('error.page.incident', { incident })}</p>}
      <p>
        <a className="btn btn--primary" href="/">
          {t('error.page.home')}
        </a>
      </p>
    </section>
  );
}
