import { useTexts } from '#src/ui/texts.tsx';
import { CreateForm } from '../../create-form/island.tsx';
import type { ScreenProps } from '../screens.ts';
import { useWays } from '../ways.tsx';

export function DashboardScreen({ form }: ScreenProps['dashboard']) {
  const { t } = useTexts();
  const { outdate } = useWays();
  return (
    <div className="dash">
      <h1 tabIndex={-1} className="vh">
        {t('workspace.title.dashboard')}
      </h1>
      <CreateForm {...form} onMissed={outdate} />
      <p className="footnote">{t('dashboard.page.footnote')}</p>
    </div>
  );
}
