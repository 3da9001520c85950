import { useSignals } from '@preact/signals-react/runtime';
import { useCallback, useState } from 'react';
import type { LanguageWire, SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import type { ListedRegions } from '#src/features/regions/region.ts';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../client/effects.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { useOpener } from '../dialog/opener.ts';
import { KnownRegion } from './known-region.tsx';
import { LanguageForm } from './language-form.tsx';
import { createSettingsModel, type SettingsModel } from './model.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** Begins the ids in the dialog; the page of the settings, which it may stand over, has ids of its own. */
const ID = 'settings';

export interface SettingsProps extends Pick<SiteGlobalsWire, 'authentication'> {
  readonly languages: readonly LanguageWire[];
  readonly locale: string;
  readonly regions: ListedRegions;
}

/** The dialog that the link in the header opens; without script the link leads to a page with the same content. */
export function Settings(props: SettingsProps) {
  useSignals();
  const { t } = useTexts();
  const { changeLanguage, shrimp, checkShrimp } = useEffects();
  const [model] = useState(() => createSettingsModel({ changeLanguage, regions: props.regions }));
  const open = useCallback(() => {
    model.open();
    // A page that can be kept comes without a token.
    if (shrimp.token.peek() === '') void checkShrimp();
  }, [model, shrimp, checkShrimp]);
  useOpener('data-settings-open', open);
  return (
    <Dialog id={ID} title={t('settings.dialog.title')} isOpen={model.isOpen.value} onClose={model.close}>
      <div className="dialog__body">
        <div className="tabs" role="tablist" aria-label={t('settings.dialog.title')}>
          <button role="tab" type="button" id="settings-tab" aria-controls="settings-general" aria-selected="true">
            {t('settings.dialog.general')}
          </button>
        </div>
        <div className="stack" role="tabpanel" id="settings-general" aria-labelledby="settings-tab">
          <General {...props} model={model} />
        </div>
      </div>
    </Dialog>
  );
}

/** Drawn in the browser alone, once the dialog is open. */
function General({ model, languages, locale, authentication }: SettingsProps & { readonly model: SettingsModel }) {
  useSignals();
  const { t, lang } = useTexts();
  const { shrimp } = useEffects();
  // By the language of the words, not by `locale`, which comes a moment after them: both would be read out.
  const language = languages.find(({ tag }) => tag === lang)?.name ?? lang;
  return (
    <>
      <ThemeSwitch isDark={document.documentElement.dataset.theme === 'dark'} />
      <LanguageForm
        id={ID}
        languages={languages}
        locale={locale}
        shrimp={shrimp.token.value}
        notice={model.isChanged.value ? t('settings.language.changed', { language }) : ''}
        error={model.failure.value}
        isBusy={model.isBusy.value}
        onChoose={(chosen) => void model.changeLanguage(chosen)}
      />
      <KnownRegion id={ID} store={model.regions} authentication={authentication} />
    </>
  );
}
