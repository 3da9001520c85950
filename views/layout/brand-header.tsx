import { useTexts } from '#src/ui/texts.tsx';
import type { PageBrand, PageContext } from '../page-props.ts';

interface BrandHeaderProps {
  /** False on slips, which lead nowhere. */
  readonly isLink: boolean;
  readonly context: PageContext;
  readonly brand: PageBrand;
}

/**
 * The whole header of a custom domain: a customer's face, and no way to places that are not served there.
 * A slip names its host itself, so a domain without a face of its own has none here.
 */
export function BrandHeader({ isLink, context, brand }: BrandHeaderProps) {
  const { t } = useTexts();
  if (isLink) {
    return (
      <header className="head">
        <a className="brand" href="/" aria-label={t('shell.header.home', { site: brand.name })}>
          <Face brand={brand} />
        </a>
      </header>
    );
  }
  if (brand.logo === null && brand.name === context.siteHost) return null;
  return (
    <header className="head head--slip">
      <p className="brand">
        <Face brand={brand} />
      </p>
    </header>
  );
}

function Face({ brand: { logo, name } }: { brand: PageBrand }) {
  return (
    <>
      {logo !== null && <img className="brand__logo" src={logo} alt="" />}
      <bdi>{name}</bdi>
    </>
  );
}
