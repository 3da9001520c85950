import { useTexts } from '#src/ui/texts.tsx';
import type { ErrorPageProps, PageContext } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

/** RFC 9110: asked for by a name that is not ours. */
const MISDIRECTED = 421;
/** Where the slips are: the recipient's pages, and the sender's for burning. */
const SLIP_PATH = /^\/(secret\/|private\/[^/]+\/burn)/;

export function errorScreen(props: ErrorPageProps, { context }: ScreenContext): Screen {
  const body = <ErrorBody {...props} way={wayOn(props, context)} />;
  const about = { title: props.title, isIndexed: false, islands: [], body } as const;
  // Under a name that is not ours every link would lead to this page again.
  if (props.status === MISDIRECTED) return { ...about, layout: 'quiet', header: 'none', footer: 'none' };
  return { ...about, layout: SLIP_PATH.test(context.path) ? 'slip' : 'default' };
}

type Way = { readonly href: string; readonly name: 'again' | 'home' } | null;

/** A slip leads nowhere: there is only what it was opened for. */
function wayOn({ status, canComeAgain }: ErrorPageProps, { path }: PageContext): Way {
  if (status === MISDIRECTED) return null;
  if (!SLIP_PATH.test(path)) return { href: '/', name: 'home' };
  return canComeAgain ? { href: path, name: 'again' } : null;
}

function ErrorBody({ status, title, message, incident, way }: ErrorPageProps & { readonly way: Way }) {
  const { t } = useTexts();
  return (
    <section className="center stack">
      <p className="faint mono">{String(status)}</p>
      <h1>{title}</h1>
      <p className="muted">{message}</p>
      {incident !== null && <p className="faint mono">{t('error.page.incident', { incident })}</p>}
      {way !== null && (
        <p>
          <a className="btn btn--primary" href={way.href}>
            {way.name === 'again' ? t('error.page.again') : t('error.page.home')}
          </a>
        </p>
      )}
    </section>
  );
}
