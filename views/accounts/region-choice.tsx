import { signUpUrl } from '#src/features/regions/region.ts';
import { Icon } from '#src/ui/icon.tsx';
import { gapAfter } from '#src/ui/sentences.ts';
import { SLOT, Slotted } from '#src/ui/slotted.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { regionsOn } from '../layout/regions.ts';
import type { PageContext } from '../page-props.ts';

/** An account belongs to the region it is made in: which one that is, and where to make it elsewhere. */
export function RegionChoice({ globals }: { globals: PageContext['globals'] }) {
  const { t } = useTexts();
  const { isEnabled, current, jurisdictions } = regionsOn(globals);
  const others = jurisdictions.filter(({ identifier }) => identifier !== current?.identifier);
  if (!isEnabled || current === null || others.length === 0) return null;
  const here = t('signUp.region.here', { region: SLOT });
  return (
    <section className="aside stack stack--sm" aria-labelledby="region-choice">
      <p id="region-choice">
        <Slotted text={here}>
          <b>{current.display_name}</b>
        </Slotted>
        {`${gapAfter(here)}${t('signUp.region.others')}`}
      </p>
      <ul className="regions">
        {others.map((region) => (
          <li key={region.identifier}>
            <a className="menu__item" href={signUpUrl(region)}>
              <Icon name={region.icon} />
              <span>{region.display_name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
