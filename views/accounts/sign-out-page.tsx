import { useTexts } from '#src/ui/texts.tsx';
import type { SignOutProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

export function signOutScreen(_props: SignOutProps, { t }: ScreenContext): Screen {
  return {
    ...{ title: t('signOut.page.title'), isIndexed: false, islands: [] },
    ...{ layout: 'quiet', main: 'card', header: 'brand', footer: 'bare' },
    body: <SignOut />,
  };
}

/** A link is enough: followed from this page it comes from this site. */
function SignOut() {
  const { t } = useTexts();
  return (
    <>
      <header className="title">
        <h1>{t('signOut.page.title')}</h1>
        <p>{t('signOut.page.text')}</p>
      </header>
      <div className="stack stack--sm">
        <a className="btn btn--primary btn--lg btn--block" href="/logout">
          {t('signOut.page.confirm')}
        </a>
        <a className="btn btn--lg btn--block" href="/dashboard">
          {t('signOut.page.stay')}
        </a>
      </div>
    </>
  );
}
