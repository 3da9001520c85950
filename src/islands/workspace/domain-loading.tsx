import { useTexts } from '#src/ui/texts.tsx';
import { BackToDomains } from './back-to-domains.tsx';

/** Stands for the page of a domain until it is fetched. */
export function DomainLoading() {
  const { t } = useTexts();
  return (
    <div className="app-form">
      <BackToDomains />
      <header className="title">
        <h1 tabIndex={-1}>{t('workspace.title.domainVerify')}</h1>
      </header>
      <div className="stack" aria-busy="true">
        <p className="muted">{t('customDomains.verify.loading')}</p>
        <div className="skel skel--short" />
        <div className="skel skel--box" />
        <div className="skel skel--box" />
      </div>
    </div>
  );
}
