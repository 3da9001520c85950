import { Alert } from '#src/ui/alert.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { Screen, ScreenContext } from '../screen.ts';
import type { ArticleProps } from './info-props.ts';

export function articleScreen(props: ArticleProps, _: ScreenContext): Screen {
  const body = <ArticlePage {...props} />;
  return { title: props.title, layout: 'default', main: 'app', isIndexed: true, islands: [], body };
}

function ArticlePage({ title, lead, html, contents, lang, dir, isSample }: ArticleProps) {
  const { t } = useTexts();
  return (
    <>
      <header className="title">
        <h1 lang={lang} dir={dir}>
          {title}
        </h1>
        {lead !== null && (
          <p lang={lang} dir={dir}>
            {lead}
          </p>
        )}
        {isSample && <Alert kind="plain">{t('info.page.sample')}</Alert>}
      </header>
      <div className="with-toc">
        {contents.length > 0 && <Contents contents={contents} lang={lang} dir={dir} />}
        <article
          className="prose"
          lang={lang}
          dir={dir}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: has passed the sanitiser of src/markdown/safe-html.ts
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
    </>
  );
}

function Contents({ contents, lang, dir }: Pick<ArticleProps, 'contents' | 'lang' | 'dir'>) {
  const { t } = useTexts();
  return (
    <nav className="toc" aria-label={t('info.page.contents')}>
      <ul lang={lang} dir={dir}>
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
