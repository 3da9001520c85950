import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects, useReturn } from '../../client/effects.tsx';
import type { ScreenProps } from '../screens.ts';
import { RecentItem } from './item.tsx';
import type { DrawnRows, RecentEntry } from './lists.ts';

/** The customer's latest secrets: those that wait, and those that are over. */
export function RecentScreen({ lists }: ScreenProps['recent']) {
  const { t } = useTexts();
  const { hasItems, notReceived, received } = lists;
  const { reload } = useEffects();
  useReturn(reload);
  return (
    <>
      <h1 tabIndex={-1} className="vh">
        {t('workspace.title.recent')}
      </h1>
      {!hasItems && <NoneAtAll />}
      {hasItems && (
        <div className="stack stack--lg">
          <Section id="not-received" title={t('recents.sections.notReceived')} rows={notReceived}>
            <p className="card card__body">
              <SharePrompt />
            </p>
          </Section>
          <Section id="received" title={t('recents.sections.received')} rows={received}>
            <p className="card card__body muted">{t('recents.sections.none')}</p>
          </Section>
        </div>
      )}
    </>
  );
}

function NoneAtAll() {
  const { t } = useTexts();
  return (
    <div className="card empty">
      <Icon name="ticket" />
      <h2>{t('recents.empty.title')}</h2>
      <p>
        <SharePrompt />
      </p>
    </div>
  );
}

function SharePrompt() {
  const { t } = useTexts();
  return <a href="/dashboard">{t('recents.empty.prompt')}</a>;
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly RecentEntry[] | DrawnRows;
  /** Instead of an empty list. */
  readonly children: ReactNode;
}

function Section({ id, title, rows, children }: SectionProps) {
  return (
    <section className="stack stack--sm" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {'html' in rows || rows.length > 0 ? <Rows rows={rows} /> : children}
    </section>
  );
}

function Rows({ rows }: Pick<SectionProps, 'rows'>) {
  // Without its bullets Safari would not read it out as a list.
  const list = { className: 'list', role: 'list' };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: taken from this very place in the document, which the server has drawn
  if ('html' in rows) return <ul {...list} dangerouslySetInnerHTML={{ __html: rows.html }} />;
  return (
    <ul {...list}>
      {rows.map((entry) => (
        <RecentItem key={entry.key} entry={entry} />
      ))}
    </ul>
  );
}
