import { useSignals } from '@preact/signals-react/runtime';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { formatAge } from '#src/ui/amounts.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useLasting, useReturn } from '../../client/effects.tsx';
import { DomainPlanHint, lacksDomains } from '../domain-plan.tsx';
import { StatusIcon } from '../domain-status/status-icon.tsx';
import { News } from '../news.tsx';
import type { ScreenProps } from '../screens.ts';
import { useWays } from '../ways.tsx';
import { createRemovals } from './model.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { RowMenu } from './row-menu.tsx';

/** All of the customer's domains, with how each fares. */
export function DomainsScreen({ domains, nowMs, error, notice }: ScreenProps['domains']) {
  useSignals();
  const { t } = useTexts();
  const effects = useEffects();
  const { outdate } = useWays();
  const mayAdd = !lacksDomains(effects.auth);
  const removals = useLasting('domains', (isShown) => createRemovals({ ...effects, t, isShown, outdate }));
  useReturn(removals.comeBack);
  const isEmpty = domains.length === 0;
  const isInvited = isEmpty && mayAdd;
  return (
    <>
      <header className={isInvited ? 'vh' : 'title title--row'}>
        <h1 tabIndex={-1}>{t('workspace.title.domains')}</h1>
        {!isEmpty && mayAdd && <AddLink />}
      </header>
      <News notice={notice} failure={error} />
      {!mayAdd && (
        <div className="gap">
          <DomainPlanHint hasDomains={!isEmpty} />
        </div>
      )}
      {isInvited && <NoneYet />}
      {!isEmpty && <Table domains={domains} nowMs={nowMs} onRemove={removals.ask} />}
      <RemoveDialog model={removals} />
    </>
  );
}

function AddLink() {
  const { t } = useTexts();
  return (
    <a className="btn btn--primary" href="/account/domains/add">
      <Icon name="plus" />
      {t('customDomains.list.add')}
    </a>
  );
}

function NoneYet() {
  const { t } = useTexts();
  return (
    <div className="card empty">
      <Icon name="globe" />
      <h2>{t('customDomains.list.none')}</h2>
      <p className="muted">{t('customDomains.list.why')}</p>
      <AddLink />
    </div>
  );
}

interface TableProps {
  readonly domains: readonly DomainWire[];
  readonly nowMs: number;
  readonly onRemove: (domain: DomainWire) => void;
}

function Table({ domains, nowMs, onRemove }: TableProps) {
  const { t } = useTexts();
  return (
    <div className="table-wrap table-wrap--menus">
      <table className="table table--stack">
        <caption className="vh">{t('workspace.title.domains')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('customDomains.list.domain')}</th>
            <th scope="col">{t('customDomains.list.status')}</th>
            <th scope="col">{t('customDomains.list.added')}</th>
            <th scope="col">
              <span className="vh">{t('customDomains.list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <Row key={domain.identifier} domain={domain} nowMs={nowMs} onRemove={() => onRemove(domain)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly domain: DomainWire;
  readonly nowMs: number;
  readonly onRemove: () => void;
}

function Row({ domain, nowMs, onRemove }: RowProps) {
  const { t, lang } = useTexts();
  const ageSeconds = Math.max(0, nowMs / 1000 - domain.created);
  return (
    <tr>
      <th scope="row">
        <bdi>{domain.display_domain}</bdi>
      </th>
      <td data-label={t('customDomains.list.status')}>
        <StatusIcon vhost={domain.vhost} />
      </td>
      {/* The browser's `Intl` may word it differently. */}
      <td className="nowrap" data-label={t('customDomains.list.added')} suppressHydrationWarning>
        {formatAge(lang, ageSeconds)}
      </td>
      <td className="end table__menu">
        <RowMenu domain={domain} onRemove={onRemove} />
      </td>
    </tr>
  );
}
