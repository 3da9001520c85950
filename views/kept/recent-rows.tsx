import { renderToString } from 'react-dom/server';
import { RecentItem } from '#src/islands/workspace/recent/item.tsx';
import type { RecentEntry } from '#src/islands/workspace/recent/lists.ts';
import { type PageTexts, TextsContext } from '#src/ui/texts.tsx';
import { escapeHtml } from '../layout/html.ts';
import { compileTemplate, fillTemplate, type Template } from './template.ts';

/**
 * Draws the entries of a list as the island does, each kind of entry once by React and then by its template. React draws
 * those with several recipients, each of whom is an element.
 */
export interface RecentRows {
  html(entries: readonly RecentEntry[], texts: PageTexts): string;
}

/** From a part of Unicode that belongs to nobody: these stand in no key, no stamp and no address. */
const MARKS = new Map([
  ['\ue020', 'key'],
  ['\ue021', 'shortkey'],
  ['\ue022', 'stamp'],
  ['\ue023', 'recipients'],
]);
const [KEY, SHORTKEY, STAMP, RECIPIENTS] = [...MARKS.keys()] as [string, string, string, string];

export function createRecentRows(): RecentRows {
  const kept = new Map<string, Template>();

  function templateOf(entry: RecentEntry, texts: PageTexts): Template {
    const { is_received, is_burned, is_expired, is_destroyed, show_recipients } = entry;
    const kind = `${texts.lang} ${[is_received, is_burned, is_expired, is_destroyed, show_recipients]}`;
    const known = kept.get(kind);
    if (known) return known;
    const blank = { ...entry, key: KEY, shortkey: SHORTKEY, stamp: STAMP, recipients: RECIPIENTS };
    const template = compileTemplate(drawItem(blank, texts), MARKS);
    kept.set(kind, template);
    return template;
  }

  function filled(entry: RecentEntry, texts: PageTexts): string {
    const { key, shortkey } = entry;
    const [stamp, recipients] = [escapeHtml(entry.stamp), escapeHtml(entry.recipients)];
    return fillTemplate(templateOf(entry, texts), { key, shortkey, stamp, recipients });
  }

  return {
    html: (entries, texts) => {
      let html = '';
      for (const entry of entries)
        html += entry.recipients.includes(', ') ? drawItem(entry, texts) : filled(entry, texts);
      return html;
    },
  };
}

/** One entry by React, exactly as it stands in the drawn list. */
export function drawItem(entry: RecentEntry, texts: PageTexts): string {
  return renderToString(
    <TextsContext value={texts}>
      <RecentItem entry={entry} />
    </TextsContext>,
  );
}
