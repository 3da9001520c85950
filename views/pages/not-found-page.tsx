import { useTexts } from '#src/ui/texts.tsx';
import type { Screen, ScreenContext } from '../screen.ts';

export function notFoundScreen({ t }: ScreenContext): Screen {
  const title = t('notFound.page.title');
  return { title, layout: 'default', isIndexed: false, islands: [], body: <NotFound /> };
}

function NotFound() {
  const { t } = useTexts();
  return (
    <section className="center stack">
      <p className="faint mono">{t('notFound.page.code')}</p>
      <h1>{t('notFound.page.title')}</h1>
      <p className="muted">{t('notFound.page.text')}</p>
      <p>
        <a className="btn btn--primary" href="/">
          {t('notFound.page.home')}
        </a>
      </p>
    </section>
  );
}
