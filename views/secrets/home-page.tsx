import { CreateForm, USUAL_PROPS } from '#src/islands/create-form/island.tsx';
import { Island } from '#src/islands/island.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { formatLifetime } from '#src/ui/amounts.ts';
import { Icon } from '#src/ui/icon.tsx';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { type Translate, useTexts } from '#src/ui/texts.tsx';
import type { HomeProps, PageContext } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';
import { createFormIsland } from './create-form.ts';

export function homeScreen(props: HomeProps, { context, t }: ScreenContext): Screen {
  const title = t('home.page.title');
  if (context.brand !== null && props.closed !== null) return closedDomainScreen(context, t);
  const { enabled, signup } = context.globals.authentication;
  const body = <Home {...props} hasPromo={enabled && signup && context.brand === null} />;
  return { title, layout: 'default', isIndexed: true, islands: props.closed === null ? ['create-form'] : [], body };
}

/** A customer's domain on which nothing can be shared, for somebody who has cut a link short. */
function closedDomainScreen({ siteHost }: PageContext, t: Translate): Screen {
  const body = <ClosedDomain host={siteHost} />;
  return { title: t('home.domain.title'), layout: 'quiet', isIndexed: false, islands: [], body };
}

function ClosedDomain({ host }: { host: string }) {
  const { t } = useTexts();
  return (
    <header className="title">
      <h1>{t('home.domain.title')}</h1>
      <p>
        <Slotted text={t('home.domain.text', { host: SLOT })}>
          <bdi>{host}</bdi>
        </Slotted>
      </p>
      <p>{t('home.domain.hint')}</p>
    </header>
  );
}

function Home({ tagline, notice, form, closed, hasPromo }: HomeProps & { readonly hasPromo: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {notice !== null && (
        <Alert kind="ok" role="status" isFirst>
          {notice}
        </Alert>
      )}
      <header className="hero">
        <h1>{tagline === null ? t('home.page.tagline') : <bdi>{tagline}</bdi>}</h1>
        <p>{t('home.page.text')}</p>
      </header>
      {closed === null ? <OpenForm form={form} /> : <Alert kind="plain">{closed}</Alert>}
      {hasPromo && <Promo />}
      <Facts longestTtlSeconds={form.ttlOptionsSeconds.at(-1)} />
    </>
  );
}

function OpenForm({ form }: Pick<HomeProps, 'form'>) {
  const { t, lang } = useTexts();
  return (
    <>
      <Island
        name="create-form"
        component={CreateForm}
        props={{ ...createFormIsland(form, lang), hasMark: true, isOwned: false }}
        kept={['initialText', 'lifetimes']}
        usual={USUAL_PROPS}
      />
      <p className="footnote">{t('home.page.footnote')}</p>
    </>
  );
}

function Promo() {
  const { t } = useTexts();
  return (
    <p className="promo">
      <Icon name="clock" />
      <span>
        <Slotted text={t('home.promo.text', { link: SLOT })}>
          <a href="/signup">{t('home.promo.link')}</a>
        </Slotted>
      </span>
    </p>
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
