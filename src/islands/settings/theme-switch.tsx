import { useTexts } from '#src/ui/texts.tsx';

/** The early script of the page turns the theme and keeps the switch right; `isDark` is how it starts. */
export function ThemeSwitch({ isDark }: { isDark: boolean }) {
  const { t } = useTexts();
  return (
    <label className="switch needs-script">
      <span>{t('settings.theme.label')}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked */}
      <input type="checkbox" role="switch" data-theme-toggle="" defaultChecked={isDark} />
    </label>
  );
}
