import { useTexts } from '#src/ui/texts.tsx';
import type { TranslatedLanguage } from './info-props.ts';

interface LanguageTableProps {
  readonly languages: readonly TranslatedLanguage[];
  /** The code of the page's language. */
  readonly locale: string;
}

/** The languages in their own names, who has translated them, and a link to read the pages in each. */
export function LanguageTable({ languages, locale }: LanguageTableProps) {
  const { t } = useTexts();
  const hasTranslators = languages.some(({ translators }) => translators.length > 0);
  return (
    <div className="table-wrap">
      <table className="table table--stack">
        <caption className="vh">{t('translations.table.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('translations.table.language')}</th>
            {hasTranslators && <th scope="col">{t('translations.table.translators')}</th>}
            <th scope="col">
              <span className="vh">{t('translations.table.switch')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {languages.map((language) => (
            <tr key={language.code}>
              <th scope="row">
                <bdi lang={language.tag} dir={language.dir}>
                  {language.name}
                </bdi>
              </th>
              {hasTranslators && <Translators translators={language.translators} />}
              <td className="end table__menu">
                {language.isSupported && <SwitchLink language={language} isCurrent={language.code === locale} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Translators({ translators }: Pick<TranslatedLanguage, 'translators'>) {
  const { t } = useTexts();
  if (translators.length === 0) return <td />;
  return (
    <td data-label={t('translations.table.translators')}>
      <ul className="by">
        {translators.map(({ name, url, date }) => (
          <li key={name}>
            <bdi>{url === null ? name : <a href={url}>{name}</a>}</bdi>
            {date !== null && <span className="faint">{date}</span>}
          </li>
        ))}
      </ul>
    </td>
  );
}

function SwitchLink({ language, isCurrent }: { readonly language: TranslatedLanguage; readonly isCurrent: boolean }) {
  const { t } = useTexts();
  const { code, tag, name } = language;
  return (
    <a
      className="btn btn--quiet"
      href={`/translations?locale=${code}`}
      rel="nofollow"
      hrefLang={tag}
      aria-label={t('translations.table.switchTo', { language: name })}
      aria-current={isCurrent ? 'true' : undefined}
      data-switch-locale={code}
    >
      {t('translations.table.switch')}
    </a>
  );
}
