import { CreateForm, type CreateFormIslandProps } from '#src/islands/create-form/island.tsx';
import { Island } from '#src/islands/island.tsx';
import { formatLifetime } from '#src/ui/amounts.ts';
import { useTexts } from '#src/ui/texts.tsx';
import type { CreateFormProps, HomeProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

export function homeScreen(props: HomeProps, { t }: ScreenContext): Screen {
  const title = t('home.page.title');
  return { title, layout: 'default', isIndexed: true, islands: ['create-form'], body: <Home {...props} /> };
}

function Home({ tagline, form }: HomeProps) {
  const { t, lang } = useTexts();
  return (
    <>
      <header className="hero">
        <h1>{tagline ?? t('home.page.tagline')}</h1>
        <p>{t('home.page.text')}</p>
      </header>
      <Island name="create-form" component={CreateForm} props={islandProps(form, lang)} kept={['initialText']} />
      <p className="footnote">{t('home.page.footnote')}</p>
      <Facts longestTtlSeconds={form.ttlOptionsSeconds.at(-1)} />
    </>
  );
}

function Facts({ longestTtlSeconds }: { longestTtlSeconds: number | undefined }) {
  const { t, lang } = useTexts();
  const expires =
    longestTtlSeconds === undefined
      ? t('home.facts.expiresPlain')
      : t('home.facts.expiresText', { lifetime: formatLifetime(lang, longestTtlSeconds) });
  return (
    <dl className="facts grid-3">
      <div>
        <dt>{t('home.facts.onceTitle')}</dt>
        <dd>{t('home.facts.onceText')}</dd>
      </div>
      <div>
        <dt>{t('home.facts.expiresTitle')}</dt>
        <dd>{expires}</dd>
      </div>
      <div>
        <dt>{t('home.facts.burnTitle')}</dt>
        <dd>{t('home.facts.burnText')}</dd>
      </div>
    </dl>
  );
}

/** Lifetimes in words are made here, once: the browser's `Intl` may word them differently. */
function islandProps({ secret, ttlOptionsSeconds, ...form }: CreateFormProps, lang: string): CreateFormIslandProps {
  const lifetimes = ttlOptionsSeconds.map((seconds) => ({ seconds, label: formatLifetime(lang, seconds) }));
  return { ...form, lifetimes, initialText: secret };
}
