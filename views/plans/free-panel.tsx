import { keptTogether } from '#src/ui/amounts.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

interface FreePanelProps {
  /** '$0'. */
  readonly price: string;
  readonly hasSignUp: boolean;
  /** Leads away from here; null hides the way. */
  readonly selfHostingUrl: string | null;
}

/** The two ways that cost nothing. */
export function FreePanel({ price, hasSignUp, selfHostingUrl }: FreePanelProps) {
  const { t } = useTexts();
  return (
    <section className="card free" aria-labelledby="free">
      <div className="card__body">
        <h2 id="free">{t('pricing.free.title')}</h2>
        <div className="grid-2">
          <div className="stack stack--sm">
            <h3>{t('pricing.free.start')}</h3>
            <FreePrice price={price} />
            <p className="muted">{t('pricing.free.startText')}</p>
            {hasSignUp && (
              <p>
                <a className="btn" href="/signup/basic">
                  {t('pricing.free.startLink')}
                </a>
              </p>
            )}
          </div>
          <div className="stack stack--sm">
            <h3>{t('pricing.free.host')}</h3>
            <FreePrice price={price} />
            <p className="muted">{t('pricing.free.hostText')}</p>
            {selfHostingUrl !== null && (
              <p>
                <a className="btn" href={selfHostingUrl}>
                  {t('pricing.free.hostLink')}
                  <Icon name="external" variant="icon--sm icon--dir" />
                </a>
              </p>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

function FreePrice({ price }: Pick<FreePanelProps, 'price'>) {
  const { t } = useTexts();
  return (
    <p className="price">
      <b>{keptTogether(price)}</b>
      <span>{t('plans.price.perMonth')}</span>
    </p>
  );
}
