import { useTexts } from '#src/ui/texts.tsx';
import { CreateForm } from '../../create-form/island.tsx';
import type { ScreenProps } from '../screens.ts';

export function DashboardScreen({ form }: ScreenProps['dashboard']) {
  const { t } = useTexts();
  return (
    <div className="dash">
      <h1 tabIndex={-1} className="vh">
        {t('workspace.title.dashboard')}
      </h1>
      <CreateForm {...form} />
      <p className="footnote">{t('dashboard.page.footnote')}</p>
    </div>
  );
}
