import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useLasting } from '../../client/effects.tsx';
import { CreateForm } from '../../create-form/island.tsx';
import type { LateRefusal } from '../../create-form/model.ts';
import type { ScreenProps } from '../screens.ts';
import { useWays } from '../ways.tsx';
import { createLateForm } from './model.ts';

const NAME = 'dashboard';

export function DashboardScreen({ form }: ScreenProps['dashboard']) {
  const { t } = useTexts();
  const { outdate } = useWays();
  const { auth, lasting } = useEffects();
  const late = useLasting(NAME, () => createLateForm(null));

  function keep(refused: LateRefusal): void {
    if (auth.isAuthenticated.peek()) lasting.keep(NAME, createLateForm(refused));
  }

  return (
    <div className="dash">
      <h1 tabIndex={-1} className="vh">
        {t('workspace.title.dashboard')}
      </h1>
      <CreateForm {...form} {...late.refused} onMissed={outdate} onRefusedLate={keep} />
      <p className="footnote">{t('dashboard.page.footnote')}</p>
    </div>
  );
}
