import { useEffects } from '#src/islands/client/effects.tsx';
import { LanguageForm } from '#src/islands/settings/language-form.tsx';
import { RegionSection } from '#src/islands/settings/region.tsx';
import { ThemeSwitch } from '#src/islands/settings/theme-switch.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { regionsOn } from '../layout/regions.ts';
import type { PageContext, SettingsProps } from '../page-props.ts';
import type { Screen, ScreenContext } from '../screen.ts';

/** Begins the ids of the page; the dialog that opens over it has its own. */
const ID = 'settings-page';

export function settingsScreen(props: SettingsProps, { context, t }: ScreenContext): Screen {
  return {
    ...{ title: t('settings.dialog.title'), isIndexed: false, islands: [] },
    ...{ layout: 'default', main: 'card' },
    body: <SettingsPage {...props} context={context} />,
  };
}

function SettingsPage({ error, context }: SettingsProps & { readonly context: PageContext }) {
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const { languages, locale, globals } = context;
  return (
    <>
      <header className="title">
        <h1>{t('settings.dialog.title')}</h1>
      </header>
      <div className="stack">
        <ThemeSwitch isDark={false} />
        <LanguageForm
          id={ID}
          languages={languages}
          locale={locale}
          shrimp={shrimp.token.peek()}
          error={error === null ? null : error.message}
        />
        <RegionSection id={ID} regions={regionsOn(globals)} authentication={globals.authentication} heading="h2" />
      </div>
    </>
  );
}
