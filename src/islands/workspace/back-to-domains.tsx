import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

export function BackToDomains() {
  const { t } = useTexts();
  return (
    <a className="back" href="/account/domains">
      <Icon name="arrow-left" variant="icon--dir icon--sm" />
      {t('workspace.title.domains')}
    </a>
  );
}
