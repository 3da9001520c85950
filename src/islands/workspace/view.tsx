import type { ComponentType } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { DomainLoading } from './domain-loading.tsx';
import type { View } from './model.ts';
import type { ScreenComponents, ScreenData } from './screens.ts';

interface ViewOfProps {
  readonly view: View;
  readonly title: string;
  readonly components: Partial<ScreenComponents>;
}

/** The screen, or why it is not there (yet). */
export function ViewOf({ view, title, components }: ViewOfProps) {
  if (view.kind === 'shown') {
    // Name and props of a screen come together in ScreenData; TypeScript cannot follow that through the table.
    const Component = components[view.screen] as ComponentType<ScreenData> | undefined;
    return Component === undefined ? null : <Component {...view.data} />;
  }
  if (view.kind === 'loading' && view.screen === 'domain-verify') return <DomainLoading />;
  return (
    <>
      <h1 tabIndex={-1} className="vh">
        {title}
      </h1>
      {view.kind === 'loading' && <Loading />}
      {view.kind === 'failed' && (
        <Alert kind="danger" role="alert">
          {view.message}
        </Alert>
      )}
      {view.kind === 'unresolved' && <Unresolved />}
    </>
  );
}

function Loading() {
  const { t } = useTexts();
  return (
    <div className="card card__body stack stack--sm" aria-busy="true">
      <p className="muted">{t('workspace.view.loading')}</p>
      <div className="skel" />
      <div className="skel skel--short" />
    </div>
  );
}

function Unresolved() {
  const { t } = useTexts();
  return (
    <Alert kind="danger" role="alert">
      {t('shell.islands.unresolved')}
    </Alert>
  );
}
