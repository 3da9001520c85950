import { Island } from '#src/islands/island.tsx';
import { LanguageSwitchLinks } from '#src/islands/language-switch/island.tsx';
import { formatNumber } from '#src/ui/amounts.ts';
import { EmailLink } from '#src/ui/email-link.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { joinSentences } from '#src/ui/sentences.ts';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { Screen, ScreenContext } from '../screen.ts';
import type { TranslationsProps } from './info-props.ts';
import { LanguageTable } from './language-table.tsx';

export function translationsScreen(props: TranslationsProps, { context, t }: ScreenContext): Screen {
  const { siteName, locale, globals } = context;
  const locales = props.languages.filter(({ isSupported }) => isSupported).map(({ code }) => code);
  return {
    ...{ title: t('translations.page.title'), layout: 'default', main: 'app', isIndexed: true },
    islands: ['language-switch'],
    body: (
      <>
        <header className="title">
          <h1>{t('translations.page.title')}</h1>
          <Lead {...props} siteName={siteName} />
        </header>
        <div className="stack stack--lg">
          {props.sourceUrl !== null && <Fork url={props.sourceUrl} />}
          <LanguageTable languages={props.languages} locale={locale} />
          <HowToHelp address={props.contributionAddress} hasFeedback={globals.feedback_enabled} />
        </div>
        <Island name="language-switch" component={LanguageSwitchLinks} props={{ locales }} />
      </>
    ),
  };
}

/** Thanks, and of the facts those that are known and true. */
function Lead({ languages, launched, translatedSince, siteName }: TranslationsProps & { readonly siteName: string }) {
  const { t, lang } = useTexts();
  const number = fullTensBelow(languages.length);
  const sentences = [
    t('translations.page.thanks', { site: siteName }),
    launched !== null && t('translations.page.launched', { site: siteName, year: String(launched) }),
    translatedSince !== null && t('translations.page.since', { year: String(translatedSince) }),
    number > 0 && t('translations.page.over', { number: formatNumber(lang, number) }),
  ];
  return <p>{joinSentences(sentences.filter((sentence) => sentence !== false))}</p>;
}

/** 'Over 20' is true of 21. */
function fullTensBelow(count: number): number {
  return Math.max(0, Math.floor((count - 1) / 10) * 10);
}

function Fork({ url }: { readonly url: string }) {
  const { t } = useTexts();
  return (
    <p className="row">
      <a className="btn btn--primary" href={url}>
        {t('translations.page.fork')}
        <Icon name="external" variant="icon--sm icon--dir" />
      </a>
    </p>
  );
}

function HowToHelp({ address, hasFeedback }: { readonly address: string | null; readonly hasFeedback: boolean }) {
  const { t } = useTexts();
  return (
    <div className="stack">
      {address !== null && (
        <p className="muted">
          <Slotted text={t('translations.help.file', { address: SLOT })}>
            <EmailLink address={address} />
          </Slotted>
        </p>
      )}
      {hasFeedback && (
        <p className="muted">
          <Slotted text={t('translations.help.feedback', { link: SLOT })}>
            <a href="/feedback" data-feedback-open="">
              {t('translations.help.feedbackLink')}
            </a>
          </Slotted>
        </p>
      )}
    </div>
  );
}
