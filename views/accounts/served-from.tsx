import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { regionsOn } from '../layout/regions.ts';
import type { PageContext } from '../page-props.ts';

/** The region an account is in, or a picture where there are no regions. */
export function ServedFrom({ globals }: { globals: PageContext['globals'] }) {
  const { t } = useTexts();
  const { isEnabled, current } = regionsOn(globals);
  if (!isEnabled || current === null) {
    return (
      <p className="faint center served">
        <Icon name="mail-lock" />
      </p>
    );
  }
  return <p className="faint center">{t('accounts.page.servedFrom', { region: current.identifier })}</p>;
}
